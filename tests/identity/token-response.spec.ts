import { described, fieldsOf, grantsTokens, isA, mediaTypeOf } from '../support/answers.ts';
import { claimsOf, headerOf, isEncrypted } from '../support/jwt.ts';
import { control, covers, expect, heard, judge, observe, test } from '../support/test.ts';

const scope = 'email profile spaces';

test(
  'the answer with the tokens keeps to OAuth 2.0',
  covers('IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-084', 'IDN-087'),
  async ({ identity, client, user, redirect_uri }) => {
    const granted = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...client, ...user, scope },
    });
    const { id_token, refresh_token } = await control(Promise.resolve(granted), grantsTokens, 'IDN-038');
    const renewed = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
    });
    await control(Promise.resolve(renewed), grantsTokens, 'IDN-042');

    for (const [grant, answer] of Object.entries({ 'password grant': granted, refresh: renewed })) {
      await judge('IDN-077', () => expect(heard(answer).status, `status of the ${grant}`).toBe(200));
      await judge('IDN-078', () =>
        expect(mediaTypeOf(heard(answer)), `media type of the ${grant}`).toBe('application/json'),
      );
      await judge('IDN-079', () =>
        expect(heard(answer).headers['cache-control'] ?? '', `Cache-Control of the ${grant}`).toMatch(
          /\bno-store\b/i,
        ),
      );
      await judge('IDN-080', () => {
        const { token_type } = heard(answer).json as { token_type?: unknown };
        expect(token_type, `token_type of the ${grant}`).toEqual(expect.any(String));
      });
    }
    observe('IDN-084', fieldsOf(granted.json as object));
    observe('IDN-087', jwtDescribed(id_token));
  },
);

test(
  'the token endpoint answers with an Accept header and without',
  covers('IDN-074', 'IDN-075'),
  async ({ identity, client, user }) => {
    const grant = (headers: Record<string, string>) =>
      identity.post('/oauth2/access_token', {
        headers,
        form: { grant_type: 'password', ...client, ...user, scope },
      });
    const plain = await grant({});
    const asking = await grant({ accept: 'application/json' });
    // Each is the control of the other.
    await control(Promise.resolve(isA(grantsTokens, plain) ? plain : asking), grantsTokens, 'IDN-038');

    await judge('IDN-074', () => void grantsTokens(asking));
    await judge('IDN-075', () => void grantsTokens(plain));
  },
);

test('a form may tell its charset', covers('IDN-076'), async ({ identity, client, user }) => {
  const grant = (type: string) =>
    identity.post('/oauth2/access_token', {
      headers: { 'content-type': type },
      form: { grant_type: 'password', ...client, ...user, scope },
    });
  await control(grant('application/x-www-form-urlencoded'), grantsTokens, 'IDN-038');
  grantsTokens(await grant('application/x-www-form-urlencoded; charset=UTF-8'));
});

test('whether a token request may be JSON', covers('IDN-088'), async ({ identity, client, user }) => {
  const fields = { grant_type: 'password', ...client, ...user, scope };
  await control(identity.post('/oauth2/access_token', { form: fields }), grantsTokens, 'IDN-038');
  observe('IDN-088', described(await identity.post('/oauth2/access_token', { json: fields })));
});

/** The form of an ID token, without its content. */
function jwtDescribed(token: string): string {
  try {
    const alg = String(headerOf(token)['alg']);
    if (isEncrypted(token)) return `a JWT encrypted with ${alg}`;
    return `a JWT signed with ${alg}, claims ${Object.keys(claimsOf(token)).toSorted().join(', ')}`;
  } catch {
    return 'not a JWT';
  }
}
