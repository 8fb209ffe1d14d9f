import { answersListing } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer } from '../support/http.ts';
import type { Target } from '../support/target.ts';
import { asked, control, covers, expect, heard, judge, test } from '../support/test.ts';
import { isMissing, judgeMissing } from './missing.ts';
import { nobody, partOf, unknownLike } from './sids.ts';

test(
  'a call that does not exist is answered 404',
  covers('TEL-084', 'TEL-085', 'TEL-086', 'TEL-087', 'TEL-208'),
  async ({ telephony, account, target }) => {
    await control(
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`),
      answersListing,
      'TEL-092',
    );

    // The call that the mock's examples name.
    const unknown = target.kind === 'mock' ? `CA${nobody}` : unknownLike(target.callSids[0] ?? '');
    const path = `/v2/Accounts/${account.sid}/Calls/${unknown}/Recordings.json`;
    const answers = await eachExample(target, ['telephony', 'recordCall', 404], ({ prefer }) =>
      telephony.post(path, { form: { Record: 'false' }, prefer }),
    );
    const started = await telephony.post(path, { form: { Record: 'true' } });
    await judge('TEL-084', () => {
      for (const answer of answers) expect(answer.status, `status of ${asked(answer)}`).toBe(404);
      expect(started.status, 'status with Record=true').toBe(404);
    });
    const all = [...answers, ...[started].filter(isMissing)];
    const near: Missing[] = [];
    // A prefix of a sid identifies no call; whether it counts as unknown or as malformed is not specified. A call of
    // an account that is not ours may be refused before it is looked up.
    const [sid] = target.callSids;
    const part = sid && partOf(sid);
    if (target.kind !== 'mock')
      await judge('TEL-084', async () => {
        for (const [inPlaceOf, other, alsoMissing] of [
          [unknown, part, []],
          [unknown, sid && `${sid}x`, []],
          // Under an account that does not exist, there is no such call either.
          [account.sid, `AC${nobody}`, [unknown]],
        ] as const) {
          if (other === undefined) continue;
          const answer = await telephony.post(path.replace(inPlaceOf, other), {
            form: { Record: 'false' },
          });
          near.push({ answer, missing: [other, ...alsoMissing] });
          expect(answer).toBeRefused();
        }
      });
    const nearMissing = near.filter(({ answer }) => isMissing(answer));
    await judgeMissing([...all, ...nearMissing.map(({ answer }) => answer)], 'TEL-208');
    await judge('TEL-087', () => {
      namesMissing(all, unknown);
      namesOneOf(nearMissing);
    });
  },
);

test(
  'a resource that does not exist is answered 404',
  covers('TEL-185', 'TEL-186', 'TEL-187', 'TEL-188', 'TEL-209'),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { page, num_pages } = await control(telephony.get(listing), answersListing, 'TEL-092');

    const path = listing.replace('.json', `/PN${nobody}.json`);
    const answers = await eachExample(target, ['telephony', 'listAvailableNumbers', 404], ({ prefer }) =>
      telephony.get(prefer === undefined ? path : listing, { prefer }),
    );
    const numbers = answers.filter((answer) => !isBarred(answer, target));
    const resources: Answer[] = [];
    const elsewhere: Missing[] = [];
    if (target.kind !== 'mock') {
      resources.push(await telephony.get(`/v2/Accounts/${account.sid}/NoSuchNumbers.json`));
      const deeper = await telephony.get(path.replace('/PN', '/Numbers/PN'));
      if (!isBarred(deeper, target)) elsewhere.push({ answer: deeper, missing: ['Numbers', `PN${nobody}`] });
      elsewhere.push({
        answer: await telephony.get(path.replace('/AvailablePhoneNumbers/', '/NoSuchNumbers/')),
        missing: ['NoSuchNumbers', `PN${nobody}`],
      });
    }
    await judge('TEL-185', () => {
      const all = [...numbers, ...resources, ...elsewhere.map(({ answer }) => answer)];
      for (const answer of all) expect(heard(answer).status, `status of ${asked(answer)}`).toBe(404);
    });
    // What the listing itself does not find may be refused with a status other than 404.
    const mobiles: Answer[] = [];
    const unlisted: Missing[] = [];
    const beyond: Answer[] = [];
    if (target.kind !== 'mock') {
      // An account that is not ours may be refused before it is looked up.
      const ofNobody = await telephony.get(listing.replace(account.sid, `AC${nobody}`));
      const near = await Promise.all(
        [`${account.sid}x`, account.sid.slice(0, -1)].map((sid) =>
          telephony.get(listing.replace(account.sid, sid)),
        ),
      );
      await judge('TEL-185', () => {
        for (const answer of [ofNobody, ...near]) expect(answer).toBeRefused();
      });
      mobiles.push(await telephony.get(listing.replace('/Local', '/Mobile')));
      unlisted.push(
        { answer: ofNobody, missing: [`AC${nobody}`] },
        { answer: await telephony.get(listing.replace(/\w+\/Local/, 'USA/Local')), missing: ['USA'] },
      );
      const Page = `${Number(page) + Number(num_pages) + 5}`;
      beyond.push(await telephony.get(listing, { query: { Page } }));
    }
    const missingTypes = mobiles.filter(isMissing);
    const besides = [...elsewhere, ...unlisted].filter(({ answer }) => isMissing(answer));
    const others = [...besides.map(({ answer }) => answer), ...beyond.filter(isMissing)];
    await judgeMissing([...numbers, ...resources, ...missingTypes, ...others], 'TEL-209');
    await judge('TEL-188', () => {
      namesMissing(numbers, `PN${nobody}`);
      namesMissing(resources, 'NoSuchNumbers');
      namesMissing(missingTypes, 'Mobile');
      namesOneOf(besides);
    });
  },
);

/** Whether a path is refused because single numbers cannot be requested (TEL-184), rather than as missing. */
function isBarred({ status }: Answer, { kind }: Target): boolean {
  return kind !== 'mock' && (status === 403 || status === 405);
}

/** A message names at least the last part of the path, which is what is missing. */
function namesMissing(answers: readonly Answer[], name: string): void {
  for (const answer of answers) {
    const { message } = (answer.json ?? {}) as { readonly message?: unknown };
    const told = typeof message === 'string' ? message.toLowerCase() : undefined;
    expect(told, `message of ${asked(heard(answer))}`).toContain(name.toLowerCase());
  }
}

/** An answer, and the parts of its path that do not exist. */
interface Missing {
  readonly answer: Answer;
  readonly missing: readonly string[];
}

/** If several parts of a path do not exist, the message may name only one of them. */
function namesOneOf(answers: readonly Missing[]): void {
  for (const { answer, missing } of answers) {
    const { message } = (answer.json ?? {}) as { readonly message?: unknown };
    const parts = missing.map((part) => part.replaceAll(/\W/g, String.raw`\$&`)).join('|');
    expect(String(message), `message of ${asked(heard(answer))}`).toMatch(
      new RegExp(`(?<![A-Za-z0-9])(?:${parts})(?![A-Za-z0-9])`, 'i'),
      `a text with ${missing.join(' or ')}`,
    );
  }
}
