import { readSettings } from '../../support/settings.ts';
import { targetOf } from '../../support/target.ts';
import { openLeftovers } from '../../support/wire/open-sessions.ts';
import { signOutOfAll } from '../sign-out.ts';

/** Global set-up: the sessions that are begun here are signed out, where that is allowed, before the checks start. */
export default function leaveNone(): (() => Promise<void>) | undefined {
  const target = targetOf('live', readSettings(process.env));
  if (!target.effects.includes('sign-out')) return undefined;
  openLeftovers();
  return () => signOutOfAll(target);
}
