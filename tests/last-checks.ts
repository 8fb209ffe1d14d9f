/** The file of the checks that wait for all others, in `tests/`: a revocation may end every session of the test user. */
export const lastChecks = 'identity/revocation.spec.ts';
