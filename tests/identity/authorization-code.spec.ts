import { grantsTokens } from '../support/interface/answers.ts';
import { control, covers, expect, further, judge, lacksData, test } from '../support/test.ts';
import { whyRefusalShowsNothing } from './other-clients.ts';
import { judgeError } from './token-answer.ts';

test('an invented code yields no tokens', covers('IDN-064'), async ({ identity, exchange, newCode }) => {
  const redeem = (code: string) => identity.post('/oauth2/access_token', { form: { ...exchange, code } });

  await control(redeem(await newCode()), grantsTokens, 'IDN-034');
  expect(await redeem('no-redirect-carried-this-code')).toBeRefused();
});

test('a code is bound to its redirect URI', covers('IDN-065'), async ({ identity, exchange, newCode }) => {
  const { redirect_uri } = exchange;
  const redeem = (changed: object, code: string) =>
    identity.post('/oauth2/access_token', { form: { ...exchange, ...changed, code } });

  await control(redeem({}, await newCode()), grantsTokens, 'IDN-034');
  const elsewhere = { redirect_uri: `${redirect_uri}/elsewhere` };
  expect(await redeem(elsewhere, await newCode())).toBeRefused();
});

test('a code works once', covers('IDN-066'), async ({ identity, exchange, newCode }) => {
  const code = await newCode();
  const redeem = () => identity.post('/oauth2/access_token', { form: { ...exchange, code } });

  await control(redeem(), grantsTokens, 'IDN-034');
  for (const nth of ['second', 'third']) expect(await redeem(), `the ${nth} exchange`).toBeRefused();
});

test(
  'a code is bound to its client',
  covers('IDN-067', further('IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode, otherClient, target }) => {
    const redeem = (client: object, code: string) =>
      identity.post('/oauth2/access_token', { form: { ...exchange, ...client, code } });

    await control(redeem({}, await newCode()), grantsTokens, 'IDN-034');
    const answer = await redeem(otherClient, await newCode());
    const why = await whyRefusalShowsNothing(answer, otherClient, { identity, target });
    if (why !== undefined) return lacksData('IDN-067', why);
    await judge('IDN-067', () => expect(answer).toBeRefused());
    await judgeError('a code of another client', answer, exchange);
  },
);
