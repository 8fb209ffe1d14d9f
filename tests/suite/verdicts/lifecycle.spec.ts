import { expect, type TestInfo, test } from '@playwright/test';
import { errors as undici } from 'undici';
import { catalogue, type RequirementId, requirementIds } from '../../support/catalogue.ts';
import { partsOf } from '../../support/covers.ts';
import { isA } from '../../support/interface/answers.ts';
import {
  type CheckRecord,
  RECORD_ATTACHMENT,
  SECRETS_ATTACHMENT,
} from '../../support/judging/check-record.ts';
import { expect as answers } from '../../support/judging/expect.ts';
import { control, establish, judge, judgeBodies } from '../../support/judging/judge.ts';
import { keepExchange, type Ledger, openLedger, Stopped } from '../../support/judging/ledger.ts';
import {
  concludeOutside,
  concluding,
  coveredBy,
  failIfBroken,
  furtherBy,
  handOver,
  offered,
  settleUnmet,
  skipFor,
} from '../../support/judging/lifecycle.ts';
import { needMeans } from '../../support/needs.ts';
import { createMask } from '../../support/secrets/mask.ts';
import { newKey, SEAL_KEY, unseal } from '../../support/secrets/seal.ts';
import type { Target } from '../../support/target.ts';
import { steadily } from '../../telephony/numbers/listing.ts';
import { answer } from './checked.ts';

const levelled = (level: string): RequirementId =>
  requirementIds.find((id) => catalogue[id].level === level) as RequirementId;

const [must, should, choice, open] = ['must', 'should', 'choice', 'open'].map(levelled) as [
  RequirementId,
  RequirementId,
  RequirementId,
  RequirementId,
];

/** A test as Playwright tells of it, as far as the suite asks. */
function info(ids: readonly string[] = [], more: Partial<TestInfo> = {}): TestInfo {
  const annotations = ids.map((description) => ({ type: 'requirement', description }));
  return { annotations, errors: [], attachments: [], ...more } as unknown as TestInfo;
}

function ledgerOf(covers: readonly RequirementId[], testInfo = info()): Ledger {
  return openLedger(testInfo, covers, createMask());
}

const target: Target = {
  kind: 'live',
  name: 'staging',
  urls: { identity: 'http://a', collaboration: 'http://b', telephony: 'http://c' },
  way: { headers: {}, userAgent: 'test' },
  login: {},
  callSids: [],
  numberCountry: 'US',
  filters: {},
  effects: [],
  timeoutMs: 1000,
};

test('the ids of a check are those of its annotations that the catalogue has', () => {
  const other = { type: 'issue', description: must };
  const testInfo = info([must, 'TEL-999', should]);
  testInfo.annotations.push(other, { type: 'requirement' });
  expect(coveredBy(testInfo)).toEqual([must, should]);
});

test.describe('what a target does not offer', () => {
  const needing = (need: string): RequirementId =>
    requirementIds.find((id) => catalogue[id].needs?.[0] === need && id.startsWith('TEL')) as RequirementId;
  const free = requirementIds.find(
    (id) => id.startsWith('IDN') && (catalogue[id].needs ?? []).length === 0,
  ) as RequirementId;

  test('is settled by name before anything is sent; the check runs for what is left', () => {
    const account = needing('account');
    const ledger = ledgerOf([account, free]);
    expect(settleUnmet(ledger, target)).toBeUndefined();
    expect(ledger.facts).toEqual([
      { id: account, is: 'not-exercised', need: 'account', reason: `needs ${needMeans.account}` },
    ]);
  });

  test('keeps a check from running where it is so of all that it covers', () => {
    const account = needing('account');
    expect(settleUnmet(ledgerOf([account]), target)).toBe(`needs ${needMeans.account}`);
    expect(settleUnmet(ledgerOf([free]), target)).toBeUndefined();
    // A check that covers nothing is nobody's to leave out.
    expect(settleUnmet(ledgerOf([]), target)).toBeUndefined();
  });

  test('what is judged in one more place alone is no reason to run, and is nothing to tell', () => {
    const account = needing('account');
    const beside = openLedger(info(), [free, account], createMask(), { further: [account] });
    expect(settleUnmet(beside, target)).toBeUndefined();
    expect(beside).toMatchObject({ facts: [], closed: new Set([account]) });
    const main = openLedger(info(), [account, free], createMask(), { further: [free] });
    expect(settleUnmet(main, target)).toBe(`needs ${needMeans.account}`);
    const alone = openLedger(info(), [account], createMask(), { further: [account] });
    expect(settleUnmet(alone, target)).toBe('needs what this target does not offer');
    expect(alone.facts).toEqual([]);
    expect(furtherBy(info([must], { annotations: [{ type: 'further', description: must }] }))).toEqual([
      must,
    ]);
  });

  test('a server that was left out comes before every need', () => {
    const account = needing('account');
    const ledger = ledgerOf([account]);
    const { telephony: _left, ...urls } = target.urls;
    expect(settleUnmet(ledger, { ...target, urls })).toBe('the telephony server was left out');
    expect(ledger.facts).toEqual([
      { id: account, is: 'not-exercised', reason: 'the telephony server was left out' },
    ]);
  });

  test('ends a check that comes upon it later, for what it has not judged yet', () => {
    const skipped: unknown[][] = [];
    const testInfo = info([], { skip: (...args: unknown[]) => void skipped.push(args) });
    const ledger = ledgerOf([must, should], testInfo);
    ledger.facts.push({ id: must, is: 'held' });
    expect(() => skipFor(ledger, testInfo, 'call', 'too few calls')).toThrow(Stopped);
    expect(ledger.facts).toEqual([
      { id: must, is: 'held' },
      { id: should, is: 'not-exercised', need: 'call', reason: 'too few calls' },
    ]);
    expect(skipped).toEqual([[true, 'too few calls']]);
  });

  test('is never missing where the catalogue asks for it', () => {
    expect(offered('', 'account')).toBe('');
    expect(() => offered(undefined, 'account')).toThrow('lacks the need "account"');
  });
});

test.describe('what a check hands over', () => {
  const attached = (testInfo: TestInfo, name: string) =>
    testInfo.attachments.find((attachment) => attachment.name === name);
  const recordOf = (testInfo: TestInfo): unknown =>
    JSON.parse(String(attached(testInfo, RECORD_ATTACHMENT)?.body)) as unknown;

  test('its facts, exchanges and what broke it, with every secret masked', () => {
    const testInfo = info();
    const ledger = ledgerOf([must], testInfo);
    ledger.mask.learn('TOKEN', 'abcdefgh');
    ledger.facts.push({ id: must, is: 'broken', reason: 'got abcdefgh' });
    ledger.exchanges.push({
      method: 'GET',
      url: 'http://a/?t=abcdefgh',
      requestHeaders: {},
      durationMs: 1,
      curl: 'curl',
    });
    ledger.broke.push('TypeError: abcdefgh');
    handOver(ledger, testInfo);
    expect(recordOf(testInfo)).toEqual({
      facts: [{ id: must, is: 'broken', reason: 'got $TOKEN' }],
      exchanges: [
        { method: 'GET', url: 'http://a/?t=$TOKEN', requestHeaders: {}, durationMs: 1, curl: 'curl' },
      ],
      broke: ['TypeError: $TOKEN'],
    });
    expect(attached(testInfo, RECORD_ATTACHMENT)?.contentType).toBe('application/json');
  });

  test('what was masked before a secret was learned once more, and a URL without end no longer than any text', () => {
    const testInfo = info();
    const ledger = ledgerOf([must], testInfo);
    const keep = (url: string) =>
      keepExchange(ledger, answer(200), {
        method: 'GET',
        url,
        requestHeaders: {},
        durationMs: 1,
        curl: 'curl',
      });
    keep('http://a/?t=abcdefgh');
    ledger.mask.learn('TOKEN', 'abcdefgh');
    keep(`http://a/?next=${'x'.repeat(200_000)}`);
    keep('http://a/?next=2');
    handOver(ledger, testInfo);
    const { exchanges } = recordOf(testInfo) as CheckRecord;
    const urls = exchanges.map(({ url }) => url);
    expect(urls[0]).toBe('http://a/?t=$TOKEN');
    expect(urls[1]?.length).toBeLessThan(101_000);
    expect(urls[2]).toBe('http://a/?next=2');
  });

  test('no secret in the errors that Playwright itself reports', () => {
    const testInfo = info([], { errors: [{ message: 'lost abcdefgh' }] as never });
    const ledger = ledgerOf([must], testInfo);
    ledger.mask.learn('TOKEN', 'abcdefgh');
    handOver(ledger, testInfo);
    expect(recordOf(testInfo)).toEqual({ facts: [], exchanges: [] });
    expect(testInfo.errors).toEqual([{ message: 'lost $TOKEN' }]);
  });

  test.describe('the secrets that it learned', () => {
    const before = process.env[SEAL_KEY];
    test.afterEach(() => {
      if (before === undefined) delete process.env[SEAL_KEY];
      else process.env[SEAL_KEY] = before;
    });

    test('sealed, each once, and not at all where nobody can open them', () => {
      const key = newKey();
      const testInfo = info();
      const ledger = ledgerOf([must], testInfo);
      ledger.mask.learn('TOKEN', 'abcdefgh');
      process.env[SEAL_KEY] = key;
      handOver(ledger, testInfo);
      const sealed = attached(testInfo, SECRETS_ATTACHMENT)?.body as Buffer;
      expect(unseal(sealed, key)).toEqual([['TOKEN', 'abcdefgh']]);
      expect(sealed.toString('latin1')).not.toContain('abcdefgh');

      const next = info();
      handOver(ledger, next);
      expect(attached(next, SECRETS_ATTACHMENT)).toBeUndefined();

      delete process.env[SEAL_KEY];
      ledger.mask.learn('TOKEN', 'ijklmnop');
      const last = info();
      handOver(ledger, last);
      expect(attached(last, SECRETS_ATTACHMENT)).toBeUndefined();
    });
  });
});

test.describe('a check is red in Playwright too', () => {
  const broken = (id: RequirementId, testInfo = info()) => {
    const ledger = ledgerOf([id], testInfo);
    ledger.facts.push({ id, is: 'broken', reason: 'it differs' });
    return () => failIfBroken(ledger, testInfo);
  };

  test('where a must or a choice is broken, by id and title', () => {
    expect(broken(must)).toThrow(`${must} ${catalogue[must].title}: it differs`);
    expect(broken(choice)).toThrow(choice);
  });

  test('not where a should or an open point is, nor where all holds', () => {
    expect(broken(should)).not.toThrow();
    expect(broken(open)).not.toThrow();
    const ledger = ledgerOf([must]);
    ledger.facts.push({ id: must, is: 'held' });
    expect(() => failIfBroken(ledger, info())).not.toThrow();
  });

  test('and not twice', () => {
    const ended = info([], { errors: [{ message: 'an assertion' }] as never });
    expect(broken(must, ended)).not.toThrow();
  });
});

test.describe('how a check ends', () => {
  const refutes = () => answers(1).toBe(2);

  test('what an assertion at its end refutes is broken, and no longer sought', async ({}, testInfo) => {
    const sought = new Set(requirementIds);
    const ends = async (covers: readonly RequirementId[], more: Partial<Ledger> = {}) => {
      const ledger = Object.assign(openLedger(testInfo, covers, createMask(), { sought }), more);
      await expect(async () => concluding(refutes)(undefined)).rejects.toThrow();
      return [ledger.facts.map(({ is }) => is).join(), covers.some((id) => !sought.has(id))];
    };
    expect(await ends([must, should])).toEqual(['blocked,blocked', false]);
    expect(await ends([must], { stopped: { reason: 'a control failed' } })).toEqual(['blocked', false]);
    expect(await ends([must])).toEqual(['broken', true]);
  });

  test('a body that completes says so of the one requirement that it covers', async ({}, testInfo) => {
    const ledger = openLedger(testInfo, [must], createMask());
    await concluding(() => {})(undefined);
    concludeOutside(ledger, info([], { status: 'passed' }));
    expect(ledger.facts).toEqual([{ id: must, is: 'held' }]);
  });
});

test.describe('a mistake of the suite is never held against the deployment', () => {
  const mistakes: readonly Error[] = [
    new TypeError('x is not a function'),
    new RangeError('invalid array length'),
    Object.assign(new undici.SocketError('other side closed'), { code: 'UND_ERR_SOCKET' }),
  ];
  const answered = answer(200, { sid: 'CA1' });
  const throwing = (mistake: Error) => () => {
    throw mistake;
  };
  /** A body that cannot be read without the mistake. */
  const treacherous = (mistake: Error) =>
    Object.defineProperty({}, 'sid', { enumerable: true, get: throwing(mistake) });
  const places: Readonly<Record<string, (mistake: Error) => void | Promise<unknown>>> = {
    'the body of a check': (mistake) => throwing(mistake)(),
    judge: (mistake) => judge(must, throwing(mistake)),
    establish: (mistake) => establish(must, throwing(mistake)),
    control: (mistake) => control(answered, throwing(mistake)),
    'a reader that a check tries': (mistake) => Promise.resolve(isA(throwing(mistake), answered)),
    'a comparison that is repeated': (mistake) =>
      judge(must, () => steadily(async () => throwing(mistake)())),
    judgeBodies: (mistake) => judgeBodies('call', [treacherous(mistake)]),
  };
  for (const [place, strikes] of Object.entries(places))
    for (const mistake of mistakes)
      test(`${mistake.name} in ${place}`, async ({}, testInfo) => {
        const ledger = openLedger(testInfo, [must, ...partsOf('call')], createMask());
        ledger.facts.push({ id: must, is: 'held' });
        const body = async () => void (await strikes(mistake));
        await expect(concluding(body)(undefined)).rejects.toBe(mistake);
        concludeOutside(
          ledger,
          info([], { status: 'failed', errors: [{ message: mistake.message }] as never }),
        );
        const ends = ledger.facts.slice(1);
        expect(ends.map(({ id }) => id)).toEqual(ledger.covers);
        for (const fact of ends)
          expect(fact).toMatchObject({ is: 'blocked', reason: expect.stringContaining(mistake.message) });
        expect(ledger.broke).toEqual([expect.stringContaining(mistake.stack?.split('\n', 1)[0] ?? '')]);
      });

  test('in a fixture, before the body and after it', async ({}, testInfo) => {
    const errors = [
      { message: 'TypeError: x', stack: 'TypeError: x\n    at tests/support/interface/grants.ts:7:1' },
    ];
    const failed = info([], { status: 'failed', errors });
    const before = openLedger(testInfo, [must], createMask());
    concludeOutside(before, failed);
    const broke = {
      id: must,
      is: 'blocked',
      reason: 'the check itself broke: TypeError: x (tests/support/interface/grants.ts:7)',
    };
    expect(before.facts).toEqual([broke]);

    const after = openLedger(testInfo, [must], createMask());
    await concluding(() => {})(undefined);
    concludeOutside(after, failed);
    expect(after.facts).toEqual([{ id: must, is: 'held' }, broke]);
  });

  test('nor is the end of the time of a check, or of the run', async ({}, testInfo) => {
    for (const status of ['timedOut', 'interrupted'] as const) {
      const ledger = openLedger(testInfo, [must], createMask());
      concludeOutside(ledger, info([], { status, duration: 5000 }));
      expect(ledger.facts).toMatchObject([{ id: must, is: 'blocked' }]);
    }
  });
});
