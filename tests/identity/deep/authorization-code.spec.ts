import { answersInfo, grantsTokens, isA } from '../../support/interface/answers.ts';
import { aSecondLater } from '../../support/interface/later.ts';
import { nearly, wrongTokens } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { codeOf, control, deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { infoOf } from '../id-token.ts';
import { judgeError, judgeErrors, tokensBeside } from '../token-answer.ts';
import { fragmentedOf, neighboursOf } from './redirect-uris.ts';
import { expectRefusedExchanges } from './refused-exchanges.ts';

test(
  'nothing that is nearly a code, and no other token, is exchanged',
  deep('IDN-064', further('IDN-081', 'IDN-082')),
  async ({ identity, client, exchange, newCode }) => {
    const redeem = (code: string) => identity.post('/oauth2/access_token', { form: { ...exchange, code } });

    const granted = await redeem(await newCode());
    await control(granted, grantsTokens, 'IDN-034');
    const code = await newCode();
    const answers: Answer[] = [];
    await judge('IDN-064', () =>
      expectRefusals(
        [...wrongTokens(code), ...tokensBeside(code, granted)],
        async (wrong) => {
          const answer = await redeem(wrong);
          answers.push(answer);
          return answer;
        },
        async () => control(redeem(await newCode()), grantsTokens, 'IDN-034'),
        IN_A_ROW,
      ),
    );
    await judgeErrors('a code that no redirect has carried', answers, client);
  },
);

test(
  'a code is no refresh token',
  deep(further('IDN-068')),
  async ({ identity, client, redirect_uri, exchange, newCode }) => {
    const code = await newCode();
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const form = { ...exchange, code: await newCode() };
    const session = await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-034');
    if (!isA(grantsTokens, await refresh(session.refresh_token)))
      return lacksData('IDN-068', 'the refresh token granted for a code is not accepted');
    const refreshed = await refresh(code);
    await judge('IDN-068', () => expect(refreshed).toBeRefused());
  },
);

test(
  'a code is bound to exactly its redirect URI',
  deep('IDN-065', further('IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode }) => {
    const answers: Answer[] = [];
    const redeem = async (code: string, changed: Fields = {}) => {
      const answer = await identity.post('/oauth2/access_token', { form: { ...exchange, code, ...changed } });
      answers.push(answer);
      return answer;
    };
    await control(redeem(await newCode()), grantsTokens, 'IDN-034');

    // A plain check tries the first one.
    const [, ...near] = [...neighboursOf(exchange.redirect_uri), ...fragmentedOf(exchange.redirect_uri)];
    await judge('IDN-065', () =>
      expectRefusedExchanges(
        near.map((redirect_uri) => ({ redirect_uri })),
        { redeem, newCode },
      ),
    );
    await judgeErrors('another redirect URI', answers, exchange);
  },
);

test(
  'a code that is exchanged twice at the same time works once, and is properly refused later',
  deep('IDN-066', further('IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode, target }) => {
    const redeem = (code: string) => identity.post('/oauth2/access_token', { form: { ...exchange, code } });

    const code = await newCode();
    await control(redeem(code), grantsTokens, 'IDN-034');
    // Nor may the server forget after a while that it was used.
    await aSecondLater(target);
    const later = await redeem(code);
    await judge('IDN-066', () => expect(later).toBeRefused());
    await judgeError('a code that was exchanged before', later, exchange);
    // If two are sent at once, possibly neither is granted.
    const another = await newCode();
    const atOnce = await Promise.all([redeem(another), redeem(another)]);
    await judge('IDN-066', () =>
      expect(
        atOnce.filter((one) => isA(grantsTokens, one)).length,
        'how many of two exchanges at once were granted',
      ).toBeLessThan(2),
    );
    // Nor does a newer code make the server forget the first one.
    await judge('IDN-066', async () => expect(await redeem(code)).toBeRefused());
  },
);

const anywhere = ['IDN-034', 'IDN-067', 'IDN-116', 'IDN-125'] as const;

test(
  'a code that another client asked for works at that client alone',
  deep(further(...anywhere)),
  async ({ identity, authorize, codeRequest, exchange, newCode, redirect_uri, target }) => {
    const { otherClient } = target;
    if (otherClient === undefined) return lacksData(anywhere, 'there is no other client');
    await newCode();
    // One after the other: a newer code may invalidate an older one.
    const redeem = async (as: object) => {
      const asked = await authorize({ client_id: otherClient.client_id, redirect_uri, ...codeRequest });
      const code = codeOf(asked);
      if (code === undefined) return undefined;
      return identity.post('/oauth2/access_token', { form: { ...exchange, ...as, code } });
    };

    const own = await redeem(otherClient);
    if (own === undefined) return lacksData(anywhere, 'our redirect URI yields no code at the other client');
    await judge('IDN-034', () => void grantsTokens(own));
    const info = isA(grantsTokens, own) ? await infoOf(identity, grantsTokens(own)) : undefined;
    if (info !== undefined)
      await judge('IDN-116', () =>
        expect(answersInfo(info)['audience'], 'audience').toBe(otherClient.client_id),
      );
    const wrong = await redeem({
      ...otherClient,
      client_secret: nearly(`${otherClient.client_secret}-not`),
    });
    if (wrong !== undefined) await judge('IDN-125', () => expect(wrong).toBeRefused());
    const ours = await redeem({});
    if (ours !== undefined) await judge('IDN-067', () => expect(ours).toBeRefused());
  },
);
