import { client } from '../reference/seed.ts';
import type { Grant } from '../reference/state.ts';

/** What a code or token may come from: how a sentence tells it, and whether a grant is such. */
const provenances = {
  'of-a-password': ['of a password grant', ofPassword],
  'of-a-code': ['of a code', ofCode],
  'of-a-login': ['that no refresh has led to', ({ refreshes }) => refreshes === 0],
  'of-a-refresh': ['of a refresh', ({ refreshes }) => refreshes > 0],
  'of-a-first-refresh': ['of the first refresh of a session', ({ refreshes }) => refreshes === 1],
  'of-a-second-refresh': ['of the second refresh in a row', ({ refreshes }) => refreshes === 2],
  'of-later-refreshes': ['of a second or later refresh', ({ refreshes }) => refreshes > 1],
  'of-a-refreshed-password': [
    'of a refresh when the session began with a password',
    ({ session, refreshes }) => session.by === 'password' && refreshes > 0,
  ],
  'of-a-refreshed-code': [
    'of a refresh when the session began with a code',
    ({ session, refreshes }) => session.by === 'authorization_code' && refreshes > 0,
  ],
  'of-a-session-of-a-code': [
    'of a session that began with a code',
    ({ session }) => session.by === 'authorization_code',
  ],
  'for-one-scope': ['for a single scope', ({ scopes }) => scopes.length === 1],
  'of-a-password-for-one-scope': [
    'of a password grant for a single scope',
    (grant) => ofPassword(grant) && grant.scopes.length === 1,
  ],
  'of-a-code-for-one-scope': [
    'of a code for a single scope',
    (grant) => ofCode(grant) && grant.scopes.length === 1,
  ],
  'of-a-refresh-for-one-scope': [
    'of a refresh for a single scope',
    ({ refreshes, scopes }) => refreshes > 0 && scopes.length === 1,
  ],
  'of-a-refresh-for-few-scopes': [
    'of a refresh when not all scopes were requested',
    ({ refreshes, scopes }) => refreshes > 0 && scopes.length < 3,
  ],
  'of-the-first-client': ['of the first client', (grant) => !elsewhere(grant)],
  'of-another-client': ['of any client but the first', elsewhere],
} as const satisfies Record<string, readonly [told: string, is: (grant: Grant) => boolean]>;

/** A name of what a code or token may come from. */
export type Provenance = keyof typeof provenances;

/** How a sentence tells what a token comes from. */
export function told(provenance: Provenance): string {
  return provenances[provenance][0];
}

/** Whether a grant is such. */
export function isOf(provenance: Provenance): (grant: Grant) => boolean {
  return provenances[provenance][1];
}

function ofPassword({ session, refreshes }: Grant): boolean {
  return session.by === 'password' && refreshes === 0;
}

function ofCode({ session, refreshes }: Grant): boolean {
  return session.by === 'authorization_code' && refreshes === 0;
}

function elsewhere({ client: { id } }: Grant): boolean {
  return id !== client.id;
}
