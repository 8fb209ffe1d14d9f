import type { RequirementId } from '../../support/catalogue.ts';
import {
  answersUser,
  type Granted,
  grantsTokens,
  isA,
  permissionsOf,
} from '../../support/interface/answers.ts';
import { aSecondLater, untilAnother } from '../../support/interface/later.ts';
import { offers } from '../../support/needs.ts';
import type { Target } from '../../support/target.ts';
import { establish, expect, judge, judgeBodies, lacksData } from '../../support/test.ts';
import type { Answer, RequestContext } from '../../support/wire/http.ts';
import { infoOf, judgeSameUser } from '../id-token.ts';

/** What `judgeRenewals` judges about the refreshes themselves. */
export const renewalIds = [
  'IDN-042',
  'IDN-043',
  'IDN-044',
  'IDN-045',
  'IDN-070',
  'IDN-071',
  'IDN-130',
] as const satisfies RequirementId[];

/** How to renew a session, and how to try out its tokens. */
interface Renewing {
  readonly target: Target;
  readonly identity: RequestContext;
  /** Exchanges a refresh token. */
  readonly refresh: (refresh_token: string) => Promise<Answer>;
  /** Asks who the user of an access token is. */
  readonly me: (access_token: string) => Promise<Answer>;
}

/**
 * Renews a session twice, and judges the result: tokens that work like the first ones, and do not stop those from
 * working (`renewalIds`, COL-054, COL-063, the parts of the current user, and what `judgeSameUser` judges).
 *
 * @param noticed receives the answer to the first refresh, before a later failure can end the check
 */
export async function judgeRenewals(
  session: Granted,
  { target, identity, refresh, me }: Renewing,
  noticed: (answer: Answer) => void = () => undefined,
): Promise<void> {
  const before = target.urls.collaboration === undefined ? undefined : await me(session.access_token);
  const known = await infoOf(identity, session);
  // A session has only one first refresh: a second later, a token derived from whole seconds of the clock differs.
  await aSecondLater(target);
  const answer = await refresh(session.refresh_token);
  const renewed = await establish('IDN-042', () => grantsTokens(answer));
  noticed(answer);
  const told = await infoOf(identity, renewed);
  // A lookup may succeed only once.
  const again = told && (await infoOf(identity, renewed));
  await judgeBodies('token-response', [answer.json]);

  // Access tokens that work after the first refresh have to work after the second.
  const opened: string[] = [];
  if (before === undefined) lacksData(['IDN-071', 'IDN-130'], 'the collaboration server was left out');
  else {
    const after = await me(renewed.access_token);
    await judge('IDN-071', () => void answersUser(after));
    const former = await me(session.access_token);
    if (isA(answersUser, before)) await judge('IDN-130', () => void answersUser(former));
    else lacksData('IDN-130', 'the access token opened nothing before the refresh');
    if (isA(answersUser, former)) opened.push(session.access_token);
    if (isA(answersUser, after)) opened.push(renewed.access_token);
    const users = [before, after].filter((one) => isA(answersUser, one));
    await judgeBodies(
      'current-user',
      users.map(({ json }) => json),
    );
    if (isA(answersUser, before) && isA(answersUser, after))
      await judgeSame(answersUser(before), answersUser(after));
  }
  // The tokens from a refresh work like the first ones.
  const latest = await refresh(renewed.refresh_token);
  await judge('IDN-042', () => void grantsTokens(latest));
  if (isA(grantsTokens, latest)) await judgeBodies('token-response', [latest.json]);
  const later = isA(grantsTokens, latest) ? await infoOf(identity, grantsTokens(latest)) : undefined;
  if (before !== undefined && isA(grantsTokens, latest)) {
    const after = await me(grantsTokens(latest).access_token);
    await judge('IDN-071', () => void answersUser(after));
    for (const token of opened) {
      const former = await me(token);
      await judge('IDN-130', () => void answersUser(former));
    }
    if (isA(answersUser, after)) await judgeBodies('current-user', [after.json]);
    if (isA(answersUser, before) && isA(answersUser, after))
      await judgeSame(answersUser(before), answersUser(after));
  }
  // Without state, an answer does not depend on the previous one and is always the same.
  let last = latest;
  if (!isA(grantsTokens, latest)) lacksData('IDN-070', 'the second refresh yielded no tokens');
  else if (offers(target).has('state'))
    last = await judgeNew([session.access_token, renewed.access_token], latest, refresh);
  // How often a session may be renewed is not limited.
  for (let nth = 3; nth <= 4; nth += 1) {
    if (!offers(target).has('state') || !isA(grantsTokens, last)) break;
    last = await refresh(grantsTokens(last).refresh_token);
    const next = last;
    await judge('IDN-042', () => void grantsTokens(next));
  }
  for (const one of [told, again, later]) await judgeSameUser(known, one);
}

/**
 * Judges that the access tokens of a session and of two consecutive refreshes all differ.
 *
 * @returns the answer to the last refresh, which may be later than these two
 */
async function judgeNew(
  former: readonly [string, string],
  answer: Answer,
  refresh: Renewing['refresh'],
): Promise<Answer> {
  let last = answer;
  await judge('IDN-070', async () => {
    const [first, renewed] = former;
    expect(renewed === first, 'whether the access token of the first refresh is the former one').toBe(false);
    const tokenOf = ({ json }: Answer) => (json as Partial<Granted> | undefined)?.access_token;
    const again = async (one: Answer) => (last = await refresh(grantsTokens(one).refresh_token));
    const latest = await untilAnother(answer, (one) => tokenOf(one) === renewed, again);
    expect(
      former.includes(String(tokenOf(latest))),
      'whether the access token of a later refresh is a former one',
    ).toBe(false);
  });
  return last;
}

/** Judges that an access token belongs to the same user as the previous one, with the same permissions. */
async function judgeSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await judge('COL-054', () =>
    expect([after['_id'], after['username']], 'the user after a refresh').toEqual([
      before['_id'],
      before['username'],
    ]),
  );
  await judge('COL-063', () =>
    expect(permissionsOf(after), 'permissions after a refresh').toEqual(permissionsOf(before)),
  );
}
