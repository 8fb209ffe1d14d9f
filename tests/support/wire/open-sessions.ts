import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newKey, seal, unseal } from '../secrets/seal.ts';

/** A session at the deployment that has to be signed out when all checks have ended. */
export interface Leftover {
  readonly client_id: string;
  readonly refresh_token: string;
}

/** The environment variable that tells the workers where to store sessions, and the key to encrypt them with. */
const PLACE = 'CONFORMANCE_LEFTOVERS';

/**
 * Prepares for the sessions that the workers of this run will leave open. They can be signed out only when all
 * workers have ended, since one sign-out may end the sessions of others. So they are stored in a file, encrypted with
 * a key that is not in any file.
 */
export function openLeftovers(): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  process.env[PLACE] = JSON.stringify([path.join(folder, 'sessions'), newKey()]);
}

/** Stores a session, from any worker; does nothing if no file was prepared. */
export function leave(session: Leftover): void {
  const place = placeOf(process.env);
  if (place === undefined) return;
  appendFileSync(place.file, `${seal(session, place.key).toString('base64')}\n`, { mode: 0o600 });
}

/** The stored sessions, without duplicates; the file is removed. */
export function takeLeftovers(): Leftover[] {
  const place = placeOf(process.env);
  if (place === undefined) return [];
  const lines = existsSync(place.file) ? readFileSync(place.file, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(path.dirname(place.file), { recursive: true, force: true });
  const sessions = lines.map((line) => unseal(Buffer.from(line, 'base64'), place.key) as Leftover);
  return [...new Map(sessions.map((session) => [session.refresh_token, session])).values()];
}

function placeOf(env: NodeJS.ProcessEnv): { readonly file: string; readonly key: string } | undefined {
  const place = env[PLACE];
  if (place === undefined) return undefined;
  const [file = '', key = ''] = JSON.parse(place) as string[];
  return { file, key };
}
