import { expect } from '@playwright/test';
import { noFamiliarPages } from '../../support/browser/familiar-pages.ts';
import { carefulContext } from '../../support/browser/launch.ts';
import { visit } from '../../support/browser/visit.ts';
import { type Ledger, openLedger, Stopped } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import { readSettings } from '../../support/settings.ts';
import { targetOf } from '../../support/target.ts';
import { test as base } from '../support/chrome.ts';
import { pages, strangersPage } from './hostile/pages.ts';
import { serve } from './hostile/servers.ts';

/** Pages that get in the way of whoever logs in: each visit ends in time, and the password stays where it belongs. */
const test = base.extend<{ ledger: Ledger }>({
  ledger: [async ({}, use, testInfo) => use(openLedger(testInfo, [], createMask())), { auto: true }],
});

const password = 'the-password-of-me';

for (const [what, { answer, ends }] of Object.entries(pages)) {
  test(`a page that ${what} ends the visit`, async ({ chrome, ledger }) => {
    const told: string[] = [];
    const stranger = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => {
        told.push(decodeURIComponent(`${request.url} ${body}`));
        strangersPage(request, response);
      });
    });
    const server = await serve(answer(stranger.url));
    const settings = {
      TARGET_AUTH_URL: server.url,
      TARGET_USERNAME: 'me',
      TARGET_PASSWORD: password,
      TARGET_TIMEOUT_MS: '2000',
    };
    const target = targetOf('live', readSettings(settings));
    const context = await carefulContext(chrome, target);
    try {
      const request = {
        url: `${server.url}/authorize`,
        redirectUri: 'http://client.invalid/callback',
        decision: 'accept',
      } as const;
      const going = visit(context, target, request, noFamiliarPages());
      const end = await going.catch((error: unknown) => error as Error);
      if (end instanceof Error) {
        expect(end).toBeInstanceOf(Stopped);
        expect(ends, ledger.stopped?.reason).toHaveProperty('stops');
        expect(ledger.stopped?.reason).toMatch(ends.stops as RegExp);
      } else {
        const { answer: seen } = end;
        if (seen.failure === undefined) expect(seen.status).toBe(ends.status);
        else {
          expect(ends, seen.failure).toHaveProperty('failure');
          expect(seen.failure).toMatch(ends.failure as RegExp);
        }
        expect(seen.headers['location'] ?? '').not.toContain('code=');
        expect(ledger.exchanges).toHaveLength(1);
      }
      expect(told.join('\n')).not.toContain(password);
    } finally {
      await context.close();
      await server.close();
      await stranger.close();
    }
  });
}
