import { expect } from '@playwright/test';
import { Refutation } from '../../support/judging/refutation.ts';
import type { RequestContext } from '../../support/wire/http.ts';
import { reading } from '../../telephony/numbers/reading.ts';
import { answer, test } from './checked.ts';

/** What several comparisons need is read once, and afresh where it disagrees. */

/** A listing whose stock changes with each request, and the paths that were requested. */
function listing() {
  const asked: string[] = [];
  const get: RequestContext['get'] = async (path) => {
    asked.push(path);
    return answer(200, { total: asked.length });
  };
  return { ...reading({ get, post: get }), asked };
}

test('the same request is sent once, and another one as well', async () => {
  const { get, asked } = listing();
  const first = await get('/one', { query: { Page: '1' } });
  expect(await get('/one', { query: { Page: '1' } })).toBe(first);
  expect(await get('/one', { query: { Page: '2' } })).not.toBe(first);
  expect(await get('/other', { query: { Page: '1' } })).not.toBe(first);
  expect(asked).toEqual(['/one', '/one', '/other']);
});

test('what disagrees is read afresh, and what lasts is wrong', async () => {
  const { get, lasting, asked } = listing();
  await get('/one');
  expect(
    await lasting(async () => (((await get('/one')).json as { total: number }).total < 3 ? ['less'] : [])),
  ).toEqual([]);
  expect(asked).toHaveLength(3);
  expect(await lasting(async () => [(await get('/one')).method])).toEqual(['GET']);
  expect(asked).toHaveLength(7);
});

test('a comparison that fails is made again with what is read afresh', async () => {
  const { get, steadily, asked } = listing();
  await get('/one');
  await steadily(async () => {
    const { json } = await get('/one');
    if ((json as { total: number }).total < 2) throw new Refutation('less');
  });
  expect(asked).toHaveLength(2);
});
