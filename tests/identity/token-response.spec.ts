import { described, fieldsOf, grantsTokens, mediaTypeOf } from '../support/answers.ts';
import { claimsOf, headerOf } from '../support/jwt.ts';
import { control, covers, establish, expect, judge, observe, test } from '../support/test.ts';

test(
  'the answer with the tokens keeps to OAuth 2.0',
  covers('IDN-075', 'IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-084', 'IDN-087'),
  async ({ identity, client, user }) => {
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' },
    });
    const tokens = await establish('IDN-075', () => grantsTokens(answer));

    await judge('IDN-077', () => expect(answer.status, 'status').toBe(200));
    await judge('IDN-078', () => expect(mediaTypeOf(answer), 'media type').toBe('application/json'));
    await judge('IDN-079', () =>
      expect(answer.headers['cache-control'] ?? '', 'Cache-Control').toContain('no-store'),
    );
    await judge('IDN-080', () =>
      expect((answer.json as { token_type?: unknown }).token_type, 'token_type').toEqual(expect.any(String)),
    );
    observe('IDN-084', fieldsOf(answer.json as object));
    observe('IDN-087', jwtDescribed(tokens.id_token));
  },
);

test(
  'the token endpoint answers under Accept: application/json',
  covers('IDN-074'),
  async ({ identity, client, user }) => {
    const answer = await identity.post('/oauth2/access_token', {
      headers: { accept: 'application/json' },
      form: { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' },
    });
    grantsTokens(answer);
  },
);

test('a form may tell its charset', covers('IDN-076'), async ({ identity, client, user }) => {
  const answer = await identity.post('/oauth2/access_token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    form: { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' },
  });
  grantsTokens(answer);
});

test('whether a token request may be JSON', covers('IDN-088'), async ({ identity, client, user }) => {
  const fields = { grant_type: 'password', ...client, ...user, scope: 'email profile spaces' };
  await control(identity.post('/oauth2/access_token', { form: fields }), grantsTokens, 'IDN-038');
  observe('IDN-088', described(await identity.post('/oauth2/access_token', { json: fields })));
});

/** The form of an ID token, without its content. */
function jwtDescribed(token: string): string {
  try {
    const alg = String(headerOf(token)['alg']);
    return `a JWT signed with ${alg}, claims ${Object.keys(claimsOf(token)).toSorted().join(', ')}`;
  } catch {
    return 'not a JWT';
  }
}
