import { accountRules } from './account.ts';
import { answerRules } from './answers.ts';
import { authorizeRules } from './authorize.ts';
import { bearerRules } from './bearer.ts';
import { callRules } from './call.ts';
import { callbackRules } from './callbacks.ts';
import { codeRules } from './codes.ts';
import { currentUserRules } from './current-user.ts';
import { guestRules } from './guests.ts';
import { listingRules } from './listing.ts';
import { loginRules } from './login.ts';
import { numberRules } from './numbers.ts';
import { recordingRules } from './recording.ts';
import { refreshRules } from './refresh.ts';
import { revocationRules } from './revocation.ts';
import { tokenInfoRules } from './token-info.ts';
import { tokenRules } from './tokens.ts';

/** The rules, grouped by subject. Each name is unique among all of them. */
export const ruleGroups = {
  authorize: authorizeRules,
  login: loginRules,
  codes: codeRules,
  tokens: tokenRules,
  refresh: refreshRules,
  revocation: revocationRules,
  tokenInfo: tokenInfoRules,
  bearer: bearerRules,
  currentUser: currentUserRules,
  guests: guestRules,
  account: accountRules,
  recording: recordingRules,
  call: callRules,
  callbacks: callbackRules,
  numbers: numberRules,
  listing: listingRules,
  answers: answerRules,
};

/** Every rule, as the interface defines it. Each can be replaced individually, by its name. */
export const defaultRules = {
  ...authorizeRules,
  ...loginRules,
  ...codeRules,
  ...tokenRules,
  ...refreshRules,
  ...revocationRules,
  ...tokenInfoRules,
  ...bearerRules,
  ...currentUserRules,
  ...guestRules,
  ...accountRules,
  ...recordingRules,
  ...callRules,
  ...callbackRules,
  ...numberRules,
  ...listingRules,
  ...answerRules,
};

/** The rules of a deployment, by name. */
export type Rules = Readonly<typeof defaultRules>;
