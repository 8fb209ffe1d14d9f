import { randomBytes } from 'node:crypto';
import { stock } from './numbers.ts';
import type { Account, Call, Client, State, User } from './state.ts';

/** The client that the settings name, and another one. Both may be redirected to the same place. */
export const client: Client = {
  id: 'reference-client',
  secret: 'reference-client%2Dsecret+1b7e',
  name: 'Reference Portal',
  redirectUris: ['https://client.example/callback'],
};

export const otherClient: Client = {
  id: 'reference-other-client',
  secret: 'reference-other-client-secret-94ac',
  name: 'Reference Archive',
  redirectUris: ['https://client.example/callback', 'https://archive.example/callback'],
};

const everybody = {
  gender: '',
  languages: ['en-US', 'hr'],
  timezone: 'Europe/Zagreb',
  company: 'ds-company-reference',
  updatedAt: Date.UTC(2026, 2, 5, 9, 20),
} as const;

/** A user of each kind. */
export const users: Readonly<Record<User['kind'], User>> = {
  admin: {
    ...everybody,
    id: '5f1d00000000000000000a01',
    ndbid: 'ds-user-admin',
    kind: 'admin',
    username: 'ada.horvat@reference.example',
    password: 'reference-password-of-ada',
    displayname: 'Ada Horvat',
    givenname: 'Ada',
    familyname: 'Horvat',
  },
  member: {
    ...everybody,
    id: '5f1d00000000000000000a02',
    ndbid: 'ds-user-member',
    kind: 'member',
    username: 'marko.ivanov@reference.example',
    password: 'reference password+of Mârko',
    displayname: 'Marko Ivanov',
    givenname: 'Marko',
    familyname: 'Ivanov',
  },
  guest: {
    ...everybody,
    id: '5f1d00000000000000000a03',
    ndbid: 'ds-user-guest',
    kind: 'guest',
    username: 'gwen.tan@reference.example',
    password: 'reference-password-of-gwen',
    displayname: 'Gwen Tan',
    givenname: 'Gwen',
    familyname: 'Tan',
  },
};

export const account: Account = {
  sid: 'AC4d6f1f0a7c9b4e2d8a5b3c1e0f9d8c7b',
  token: '6c02e8b15f9d4a37b0c4718e2d93fatk',
};

export const otherAccount: Account = {
  sid: 'AC9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d',
  token: 'd713a49c0e6b4f52819d3c7fb8205evx',
};

/** As many as a full run needs. */
const LIVE_CALLS = 8;

const sidOf = (nth: number): string => `CA${String(nth).padStart(32, 'c0ffee00')}`;

/** The live calls of the account. */
export const liveCallSids = Array.from({ length: LIVE_CALLS }, (_, nth) => sidOf(nth + 1));

/** A call of the account that is over. */
const completedCallSid = sidOf(LIVE_CALLS + 1);

/** The state of a deployment that nobody has used yet. */
export function freshState(now: number): State {
  const callOf = (sid: string, owner: Account, status: Call['status']): Call => ({
    sid,
    accountSid: owner.sid,
    from: '+12015550190',
    to: '+12125550191',
    direction: 'inbound',
    status,
    createdAt: now - 60_000,
    updatedAt: now,
    recordings: [],
  });
  return {
    clients: [client, otherClient],
    users: [users.member, users.admin, users.guest],
    accounts: [account, otherAccount],
    calls: [
      ...liveCallSids.map((sid) => callOf(sid, account, 'in-progress')),
      callOf(completedCallSid, account, 'completed'),
      callOf(sidOf(LIVE_CALLS + 2), otherAccount, 'in-progress'),
    ],
    numbers: stock,
    browsers: new Map(),
    pending: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    guests: new Map(),
    issues: new Map(),
    key: randomBytes(32),
  };
}
