import { answersListing } from '../../support/interface/answers.ts';
import { asked, control, deep, expect, further, heard, judge, test } from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';
import { isMissing, judgeMissing, type Missing, namesMissing, namesOneOf } from '../missing.ts';
import { nobody, partOf, unknownLike } from '../sids.ts';

test(
  'a sid that is nearly one identifies no call, nor one of another account',
  deep('TEL-084', further('TEL-085', 'TEL-086', 'TEL-087', 'TEL-208')),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    await control(telephony.get(listing), answersListing, 'TEL-092');

    const [sid = ''] = target.callSids;
    const unknown = unknownLike(sid);
    const part = partOf(sid);
    // A prefix of a sid identifies no call; whether it counts as unknown or as malformed is not specified. A call of
    // an account that is not ours may be refused before it is looked up.
    const paths: readonly (readonly [account: string, call: string, missing: readonly string[]])[] = [
      ...(part === undefined ? [] : [[account.sid, part, [part]] as const]),
      [account.sid, `${sid}x`, [`${sid}x`]],
      // Under an account that does not exist, there is no such call either.
      [`AC${nobody}`, unknown, [`AC${nobody}`, unknown]],
    ];
    const near: Missing[] = [];
    await judge('TEL-084', async () => {
      for (const [owner, call, missing] of paths) {
        const recordings = `/v2/Accounts/${owner}/Calls/${call}/Recordings.json`;
        const answer = await telephony.post(recordings, { form: { Record: 'false' } });
        near.push({ answer, missing });
        expect(answer).toBeRefused();
      }
    });
    const nearMissing = near.filter(({ answer }) => isMissing(answer));
    await judgeMissing(
      nearMissing.map(({ answer }) => answer),
      'TEL-208',
    );
    await judge('TEL-087', () => namesOneOf(nearMissing));
  },
);

test(
  'other resources that do not exist are answered 404',
  deep('TEL-185', further('TEL-186', 'TEL-187', 'TEL-188', 'TEL-209')),
  async ({ telephony, account, target }) => {
    const listing = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { page, num_pages } = await control(telephony.get(listing), answersListing, 'TEL-092');
    const number = listing.replace('.json', `/PN${nobody}.json`);
    const one = await telephony.get(number);
    const deeper = await telephony.get(number.replace('/PN', '/Numbers/PN'));
    const elsewhere = await telephony.get(number.replace('/AvailablePhoneNumbers/', '/NoSuchNumbers/'));
    await judge('TEL-185', () => {
      for (const answer of [...[one, deeper].filter((answer) => !isBarred(answer)), elsewhere])
        expect(heard(answer).status, `status of ${asked(answer)}`).toBe(404);
    });
    // An account that is not ours may be refused before it is looked up.
    const ofNobody = await telephony.get(listing.replace(account.sid, `AC${nobody}`));
    const near = [`${account.sid}x`, account.sid.slice(0, -1)];
    const ofNear = await Promise.all(near.map((sid) => telephony.get(listing.replace(account.sid, sid))));
    await judge('TEL-185', () => {
      for (const answer of [ofNobody, ...ofNear]) expect(answer).toBeRefused();
    });
    // What the listing itself does not find may be refused with a status other than 404.
    const mobile = await telephony.get(listing.replace('/Local', '/Mobile'));
    const ofUsa = await telephony.get(listing.replace(/\w+\/Local/, 'USA/Local'));
    const Page = `${Number(page) + Number(num_pages) + 5}`;
    const beyond = await telephony.get(listing, { query: { Page } });
    const numbers = [one].filter((answer) => !isBarred(answer));
    const others = [deeper, elsewhere, ofNobody, mobile, ofUsa, beyond];
    await judgeMissing([...numbers, ...others.filter(isMissing)], 'TEL-209');
    await judge('TEL-188', () => {
      namesMissing(numbers, `PN${nobody}`);
      namesMissing([mobile].filter(isMissing), 'Mobile');
      namesOneOf(
        [
          { answer: deeper, missing: ['Numbers', `PN${nobody}`] },
          { answer: elsewhere, missing: ['NoSuchNumbers', `PN${nobody}`] },
          { answer: ofNobody, missing: [`AC${nobody}`] },
          { answer: ofUsa, missing: ['USA'] },
        ].filter(({ answer }) => isMissing(answer)),
      );
    });
  },
);

/** Whether a path is refused because single numbers cannot be requested (TEL-184), rather than as missing. */
function isBarred({ status }: Answer): boolean {
  return status === 403 || status === 405;
}
