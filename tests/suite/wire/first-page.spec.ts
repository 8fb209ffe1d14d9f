import { expect } from '@playwright/test';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { fromFirstPage } from '../../telephony/numbers/first-page.ts';
import { test } from './answering.ts';

/** A listing of so many numbers, 50 on a page; its first page, and the one that is listed without Page. */
function listingOf(total: number, first: number, byDefault: number) {
  const asked: Fields[] = [];
  const list = async (query: Fields): Promise<Answer> => {
    asked.push(query);
    const page = Math.max(first, Number(query['Page'] ?? byDefault));
    const start = (page - first) * 50;
    const numbers = Array.from({ length: total }, (_, nth) => ({ phone_number: `+${nth}` }));
    const json = {
      page,
      start,
      end: start + 49,
      total,
      page_size: 50,
      num_pages: Math.ceil(total / 50),
      available_phone_numbers: numbers.slice(start, start + 50),
    };
    return {
      method: 'GET',
      url: 'http://listing/',
      status: 200,
      headers: {},
      text: JSON.stringify(json),
      json,
    };
  };
  return { list, asked };
}

/** What is asked in order to list the first page, and then what a query with PageSize becomes. */
async function askedFor(total: number, first: number, byDefault: number): Promise<readonly Fields[]> {
  const { list, asked } = listingOf(total, first, byDefault);
  await (await fromFirstPage(list)).list({ PageSize: '1' });
  return asked;
}

test('a listing whose first page comes without Page costs one request', async () => {
  const once = [{}, { PageSize: '1' }];
  for (const total of [0, 20, 120]) {
    expect(await askedFor(total, 1, 1)).toEqual(once);
    expect(await askedFor(total, 0, 0)).toEqual(once);
  }
});

test('where pages begin at 0 and Page defaults to 1, page 0 is asked for', async () => {
  const below = [{}, { Page: '0' }, { Page: '0', PageSize: '1' }];
  for (const total of [20, 120]) expect(await askedFor(total, 0, 1)).toEqual(below);
});

test('a page that is none below the first does not become the first', async () => {
  // Pages from 1, the second of which is listed without Page: a defect, which is not to be hidden.
  const { list, asked } = listingOf(120, 1, 2);
  const { opening } = await fromFirstPage(list);
  expect(opening.json).toMatchObject({ page: 2 });
  expect(asked).toEqual([{}]);
});
