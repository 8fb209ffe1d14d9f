import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noFamiliarPages } from '../../support/browser/familiar-pages.ts';
import type { Decision } from '../../support/browser/login-page.ts';
import { visit } from '../../support/browser/visit.ts';
import type { Visit } from '../../support/browser/walk.ts';
import { openLedger } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import { readSettings } from '../../support/settings.ts';
import { type Target, targetOf } from '../../support/target.ts';
import { test as base } from '../support/chrome.ts';

/** A server of login and consent pages of many makes, and a browser that goes its way through them. */

export type Page = (request: IncomingMessage, form: URLSearchParams, respond: Respond) => void;

interface Respond {
  /** What is answered by hand. */
  readonly response: ServerResponse;
  page(html: string, status?: number, headers?: Record<string, string>): void;
  redirect(location: string, cookie?: string): void;
}

interface Fixtures {
  serve: (pages: Readonly<Record<string, Page>>) => Promise<Target>;
  go: (target: Target, decision?: Decision, back?: string, isRead?: boolean) => Promise<Visit>;
}

export const test = base.extend<Fixtures>({
  serve: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (pages) => {
      const server = createServer((request, response) => void answer(pages, request, response)).listen(
        0,
        '127.0.0.1',
      );
      servers.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = {
        TARGET_AUTH_URL: url,
        TARGET_USERNAME: 'me',
        TARGET_PASSWORD: 'my-password',
        TARGET_TIMEOUT_MS: '3000',
      };
      return targetOf('live', readSettings(settings));
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
  go: async ({ chrome }, use, testInfo) => {
    openLedger(testInfo, [], createMask());
    const context = await chrome.newContext();
    await use((target, decision = 'accept', redirectUri = back, readsConsent = false) => {
      const url = `${target.urls.identity}/authorize`;
      return visit(context, target, { url, redirectUri, decision, readsConsent }, noFamiliarPages());
    });
    await context.close();
  },
});

/** Nothing listens there, and no name server knows it: the browser is led there all the same. */
export const back = 'http://client.invalid/callback';

async function answer(
  pages: Readonly<Record<string, Page>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { pathname } = new URL(request.url ?? '/', 'http://server');
  pages[pathname]?.(request, new URLSearchParams(body), {
    response,
    page: (html, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html),
    redirect: (location, cookie) =>
      response.writeHead(302, { location, ...(cookie && { 'set-cookie': cookie }) }).end(),
  });
  if (pages[pathname] === undefined) response.writeHead(404).end();
}

export const loginForm =
  '<form method=post action=/login><input name=username><input type=password name=pw><button>Go</button></form>';
export const consentForm =
  '<p>View and update email</p><form method=post action=/consent><button name=d value=1>Accept</button><button name=d value=0>Deny</button></form>';

export const authorize: Page = ({ headers }, _form, respond) =>
  headers.cookie?.includes('session=1') ? respond.redirect('/confirm') : respond.page(loginForm);
export const login: Page = (_request, form, respond) =>
  form.get('username') === 'me' && form.get('pw') === 'my-password'
    ? respond.redirect('/confirm', 'session=1')
    : respond.page(loginForm, 200);
const confirm: Page = (_request, _form, respond) => respond.page(consentForm);
const consent: Page = (_request, form, respond) =>
  respond.redirect(form.get('d') === '1' ? `${back}?code=abc&state=s` : `${back}?error=access_denied`);
export const usual = { '/authorize': authorize, '/login': login, '/confirm': confirm, '/consent': consent };
