import { chromium, expect } from '@playwright/test';
import { noFamiliarPages } from '../../support/browser/familiar-pages.ts';
import { browserPath, quietly } from '../../support/browser/launch.ts';
import { hintAt } from '../../support/browser/network-error.ts';
import { visit } from '../../support/browser/visit.ts';
import { openLedger } from '../../support/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import type { Target } from '../../support/target.ts';
import { back, login, loginForm, test, usual } from './pages-of.ts';

/** A network that keeps the browser, and nothing else, from a server says nothing of the deployment. */

const noProxy = ['--proxy-server=http://127.0.0.1:1', '--proxy-bypass-list=<-loopback>'];

test.skip(browserPath() === undefined, 'needs Chromium: npx playwright install chromium');

/** A visit in a browser of its own, launched with these arguments besides. */
async function goWith(args: readonly string[], target: Target) {
  openLedger(test.info(), [], createMask());
  const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: [...quietly, ...args] });
  try {
    const url = `${target.urls.identity}/authorize`;
    const context = await browser.newContext();
    return await visit(context, target, { url, redirectUri: back, decision: 'accept' }, noFamiliarPages());
  } finally {
    await browser.close();
  }
}

for (const [says, args, error] of [
  ['a proxy that is down', noProxy, 'PROXY_CONNECTION_FAILED'],
  ['a name server of its own', ['--host-resolver-rules=MAP * ~NOTFOUND'], 'NAME_NOT_RESOLVED'],
] as const) {
  test(`a browser that ${says} keeps from the server ends the check, naming the error`, async ({ serve }) => {
    const target = await serve(usual);
    await expect(goWith(args, target)).rejects.toThrow(
      `the browser does not reach ${target.urls.identity} (net::ERR_${error}), which the suite's own requests reach: the browser `,
    );
  });
}

test('a form that leads to a server out of the browser’s reach ends the check', async ({ serve }) => {
  const away = await serve({ '/login': login });
  const { identity = '' } = away.urls;
  const form = loginForm.replace('/login', `${identity}/login`);
  const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(form) });
  const rules = `--host-resolver-rules=MAP ${new URL(identity).host} ~NOTFOUND`;
  const both = { ...target, urls: { ...target.urls, collaboration: identity } };
  await expect(goWith([rules], both)).rejects.toThrow(`the browser does not reach ${identity} (net::ERR_`);
});

test('a server that nobody reaches gives no answer, as before', async ({ serve, go }) => {
  const target = await serve(usual);
  const nowhere = { ...target, urls: { identity: 'http://no-such-host.invalid' } };
  expect((await go(nowhere)).answer.failure).toContain('net::ERR_NAME_NOT_RESOLVED');
});

test('a server that closes the connection has answered', async ({ serve, go }) => {
  const target = await serve({ '/authorize': (request) => request.socket.destroy() });
  expect((await go(target)).answer.failure).toContain('net::ERR_EMPTY_RESPONSE');
});

test('each network error is either on the way to the server or an answer of it', () => {
  const way =
    'TUNNEL_CONNECTION_FAILED SOCKS_CONNECTION_FAILED PAC_SCRIPT_FAILED DNS_TIMED_OUT CERT_AUTHORITY_INVALID CERT_DATE_INVALID CERTIFICATE_TRANSPARENCY_REQUIRED SSL_PROTOCOL_ERROR BAD_SSL_CLIENT_AUTH_CERT CONNECTION_REFUSED CONNECTION_FAILED CONNECTION_TIMED_OUT ADDRESS_UNREACHABLE INTERNET_DISCONNECTED NETWORK_CHANGED BLOCKED_BY_ADMINISTRATOR UNSAFE_PORT INSUFFICIENT_RESOURCES';
  const answer =
    'CONNECTION_RESET CONNECTION_CLOSED EMPTY_RESPONSE INVALID_HTTP_RESPONSE INVALID_REDIRECT TOO_MANY_REDIRECTS RESPONSE_HEADERS_TOO_BIG CONTENT_DECODING_FAILED HTTP2_PROTOCOL_ERROR TIMED_OUT ABORTED FAILED BLOCKED_BY_RESPONSE BLOCKED_BY_CSP';
  for (const name of way.split(' ')) expect(hintAt(`net::ERR_${name}`), name).toBeDefined();
  for (const name of answer.split(' ')) expect(hintAt(`net::ERR_${name}`), name).toBeUndefined();
});
