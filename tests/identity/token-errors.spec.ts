import { described, grantsTokens } from '../support/answers.ts';
import { control, covers, expect, judge, observe, test } from '../support/test.ts';

/** The error codes of RFC 6749 5.2. */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

test(
  'a token request names one of the three grants',
  covers('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082'),
  async ({ identity, client, user }) => {
    const grant = (grant_type: string | undefined) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type, ...client, ...user, scope: 'email profile spaces' },
      });
    await control(grant('password'), grantsTokens, 'IDN-038');

    const missing = await grant(undefined);
    await judge('IDN-058', () => expect(missing).toBeRefused());
    await judge('IDN-059', async () => expect(await grant('no_such_grant')).toBeRefused());
    await judge('IDN-081', () => {
      expect(missing.json, 'the body of the refusal').toEqual(
        expect.objectContaining({ error: expect.any(String) }),
      );
      expect(errorCodes, 'the codes of the standard').toContain((missing.json as { error: string }).error);
    });
    await judge('IDN-082', () =>
      expect([400, 401], 'the statuses of the standard').toContain(missing.status),
    );
  },
);

test('how the token endpoint refuses', covers('IDN-083'), async ({ identity, client, user }) => {
  const complete = { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' };
  const grant = (form: Record<string, string>) => identity.post('/oauth2/access_token', { form });
  await control(grant(complete), grantsTokens, 'IDN-038');

  const wrongPassword = described(await grant({ ...complete, password: `${user.password}-not` }));
  const wrongSecret = described(await grant({ ...complete, client_secret: `${client.client_secret}-not` }));
  const unknownGrant = described(await grant({ ...complete, grant_type: 'no_such_grant' }));
  observe(
    'IDN-083',
    `wrong password: ${wrongPassword}; wrong secret: ${wrongSecret}; unknown grant: ${unknownGrant}`,
  );
});
