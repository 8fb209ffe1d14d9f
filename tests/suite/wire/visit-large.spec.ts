import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { stillHolds } from '../../support/browser/login-page.ts';
import { asSeen } from '../../support/browser/page-answer.ts';
import { test } from './pages-of.ts';

/** However large a page is, little of it comes out of the browser. */

for (const [what, length, kept] of [
  ['is read', 1000, 1000],
  ['is looked at in the browser alone', 2 * 1024 * 1024, 0],
] as const) {
  test(`a page of ${length} characters that is sent compressed ${what}`, async ({ serve, go }) => {
    const target = await serve({
      '/authorize': (_request, _form, { response }) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync('a'.repeat(length))),
    });
    const { answer } = await go(target);
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBe(kept);
  });
}

test('what a page says of its language, and what a field holds, is cut in the page', async ({ chrome }) => {
  const page = await chrome.newPage();
  try {
    const crossed: number[] = [];
    const field = page.locator('input');
    // All of them have these from one prototype.
    const locators = Object.getPrototypeOf(field) as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const noted = (of: Record<string, (...args: unknown[]) => Promise<unknown>>, name: string) => {
      const real = of[name] as (...args: unknown[]) => Promise<unknown>;
      of[name] = async function (...args) {
        const value = await real.apply(this, args);
        crossed.push(JSON.stringify(value ?? null).length);
        return value;
      };
      return () => (of[name] = real);
    };
    const undo = [
      noted(page as never, 'evaluate'),
      ...['evaluate', 'inputValue'].map((name) => noted(locators, name)),
    ];
    try {
      await page.setContent('<input type=password>');
      await field.evaluate((one) => {
        document.documentElement.lang = 'x'.repeat(100_000);
        (one as HTMLInputElement).value = 'y'.repeat(100_000);
      });
      expect(await asSeen(page, undefined)).toMatchObject({ language: 'x'.repeat(35) });
      expect(await stillHolds(page, {}, 'y'.repeat(8))).toBe(false);
      await field.fill('y'.repeat(8));
      expect(await stillHolds(page, {}, 'y'.repeat(8))).toBe(true);
      expect(crossed).toHaveLength(4);
      expect(Math.max(...crossed), 'characters that left the page').toBeLessThan(100);
    } finally {
      for (const back of undo) back();
    }
  } finally {
    await page.close();
  }
});
