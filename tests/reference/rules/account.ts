import type { Operation } from '../operation.ts';
import type { Account } from '../state.ts';

/** What HTTP Basic carries: the account and its auth token. */
export interface Credentials {
  readonly sid: string;
  readonly token: string;
}

/** Who a request to the telephony API comes from. */
export const accountRules = {
  /** TEL-191, TEL-192: the credentials after the scheme Basic, in any letter case; the first colon separates them. */
  basicCredentials: (authorization: string | undefined): Credentials | undefined => {
    const encoded = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const [sid = '', ...token] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    return { sid, token: token.join(':') };
  },

  /** TEL-089, TEL-090, TEL-189, TEL-190: the account with this identifier and auth token. */
  authenticate: (
    accounts: readonly Account[],
    credentials: Credentials | undefined,
    _operation: Operation,
  ): Account | undefined =>
    accounts.find(({ sid, token }) => sid === credentials?.sid && token === credentials.token),

  /** TEL-193, TEL-196: the status without valid credentials. */
  unauthenticatedStatus: (_credentials: Credentials | undefined): number => 401,

  /** TEL-194: the challenge. */
  basicChallenge: (): string => 'Basic realm="telephony", charset="UTF-8"',

  /** TEL-091, TEL-195: an account can reach only its own paths. */
  mayUseAccount: (account: Account, sid: string | undefined, _operation: Operation): boolean =>
    account.sid === sid,

  /** The status for another account's path. */
  forbiddenStatus: (): number => 403,
};
