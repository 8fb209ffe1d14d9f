import type { Harmless, Variants } from '../mutant.ts';
import { accountChoiceVariants } from './account-choice.ts';
import { authorizeParameterVariants } from './authorize-parameters.ts';
import { beyondVariants } from './beyond.ts';
import { consentVariants } from './consent.ts';
import { consentWordVariants } from './consent-words.ts';
import { currentUserVariants } from './current-user.ts';
import { everyPageVariants } from './every-page.ts';
import { guestVariants } from './guests.ts';
import { listingVariants } from './listing.ts';
import { loginVariants } from './login.ts';
import { loginNameVariants } from './login-names.ts';
import { numberVariants } from './numbers.ts';
import { recordingVariants } from './recording.ts';
import { redirectVariants } from './redirects.ts';
import { refusalVariants } from './refusals.ts';
import { revocationVariants } from './revocation.ts';
import { sessionVariants } from './sessions.ts';
import { shortRecordingVariants } from './short-recordings.ts';
import { stateVariants } from './states.ts';
import { stockVariants } from './stock.ts';
import { telephonyVariants } from './telephony.ts';
import { tokenVariants } from './tokens.ts';
import { userNameVariants } from './user-names.ts';
import { wireVariants } from './wire.ts';

/** A set of variants for each subject. */
const subjects: readonly Variants[] = [
  wireVariants,
  tokenVariants,
  userNameVariants,
  redirectVariants,
  authorizeParameterVariants,
  everyPageVariants,
  stateVariants,
  loginVariants,
  loginNameVariants,
  accountChoiceVariants,
  sessionVariants,
  consentVariants,
  consentWordVariants,
  beyondVariants,
  revocationVariants,
  currentUserVariants,
  guestVariants,
  recordingVariants,
  shortRecordingVariants,
  numberVariants,
  stockVariants,
  listingVariants,
  refusalVariants,
  telephonyVariants,
];

/** All harmless variants by their names, which are unique. */
export const harmless: Variants = joined(subjects);

/** Enough of them for every day: the first of each subject on which the suite is not blocked. */
export function sampledVariants(): [string, Harmless][] {
  return subjects.flatMap((subject) =>
    Object.entries(subject)
      .filter(([, { blocks }]) => !blocks)
      .slice(0, 1),
  );
}

function joined(groups: readonly Variants[]): Variants {
  const all: Record<string, Harmless> = {};
  for (const [name, variant] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(all, name)) throw new Error(`Two harmless variants are called ${name}`);
    all[name] = variant;
  }
  return all;
}
