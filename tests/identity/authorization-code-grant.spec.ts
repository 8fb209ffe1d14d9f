import { grantsTokens, isA } from '../support/interface/answers.ts';
import {
  control,
  covers,
  establish,
  expect,
  isRefused,
  judge,
  judgeBodies,
  observeReading,
  test,
} from '../support/test.ts';
import type { Fields } from '../support/wire/http.ts';

test(
  'a code is exchanged for tokens',
  covers('IDN-034', 'IDN-035', 'IDN-036', 'IDN-037'),
  async ({ identity, exchange, newCode }) => {
    const answer = await identity.post('/oauth2/access_token', {
      form: { ...exchange, code: await newCode() },
      prefer: 'example=authorization_code',
    });
    await establish('IDN-034', () => grantsTokens(answer));
    await judgeBodies('token-response', [answer.json]);
  },
);

test(
  'every parameter of the exchange is required',
  covers('IDN-046', 'IDN-047', 'IDN-048', 'IDN-049'),
  async ({ identity, exchange, newCode }) => {
    const redeem = async (changed: Fields = {}) =>
      identity.post('/oauth2/access_token', { form: { ...exchange, code: await newCode(), ...changed } });
    await control(redeem(), grantsTokens, 'IDN-034');
    for (const [id, name] of [
      ['IDN-046', 'client_id'],
      ['IDN-047', 'client_secret'],
      ['IDN-048', 'redirect_uri'],
      ['IDN-049', 'code'],
    ] as const) {
      const answer = await redeem({ [name]: undefined });
      await judge(id, () => expect(answer).toBeRefused());
    }
    await control(redeem(), grantsTokens, 'IDN-034');
  },
);

test(
  'an exchange requires client authentication',
  covers('IDN-124', 'IDN-125'),
  async ({ identity, exchange, newCode }) => {
    const redeem = async (changed: Fields = {}) =>
      identity.post('/oauth2/access_token', { form: { ...exchange, code: await newCode(), ...changed } });
    await control(redeem(), grantsTokens, 'IDN-034');
    for (const [id, wrong] of [
      ['IDN-124', { client_id: 'no-such-client' }],
      ['IDN-125', { client_secret: `${exchange.client_secret}-not` }],
    ] as const) {
      const answer = await redeem(wrong);
      await judge(id, () => expect(answer).toBeRefused());
    }
  },
);

test(
  'whether token_endpoint is required',
  covers('IDN-072'),
  async ({ identity, exchange, newCode, target }) => {
    const redeem = async (token_endpoint?: string) =>
      identity.post('/oauth2/access_token', {
        form: { ...exchange, code: await newCode(), token_endpoint },
        prefer: 'example=authorization_code',
      });
    const named = await redeem(`${target.urls.identity}/oauth2/access_token`);
    const without = await redeem();
    // Each is the control of the other.
    await control(isA(grantsTokens, without) ? without : named, grantsTokens, 'IDN-034');

    // A deployment that does not know the parameter may refuse it.
    const isOptional = isA(grantsTokens, without) && (isRefused(named) || isA(grantsTokens, named));
    observeReading(
      'IDN-072',
      isOptional ? 'optional' : isRefused(without) ? 'required' : 'neither',
      `the exchange was answered ${named.status} with token_endpoint, ${without.status} without`,
    );
  },
);
