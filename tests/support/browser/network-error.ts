import type { Page } from '@playwright/test';
import type { Server } from '../catalogue.ts';
import type { Target } from '../target.ts';
import { requestContext } from '../wire/request-context.ts';

/**
 * Chromium's network errors (net/base/net_error_list.h, without `net::ERR_`) on the way to a server, each with what may
 * keep the browser alone from it. Any other is an answer of the server: a connection that it closed, or one that it
 * answered badly, such as CONNECTION_RESET, EMPTY_RESPONSE, TOO_MANY_REDIRECTS, HTTP2_PROTOCOL_ERROR or TIMED_OUT. So
 * is BLOCKED_BY_RESPONSE or BLOCKED_BY_CSP, which its headers bring about.
 */
const onTheWay: readonly (readonly [error: RegExp, hint: string])[] = [
  [
    /^(?:PROXY|TUNNEL|SOCKS|PAC|MANDATORY_PROXY|UNEXPECTED_PROXY)_/,
    'the browser uses the proxy that the system or the environment names',
  ],
  [
    /^(?:CERT|SSL_|BAD_SSL_)/,
    'the browser has its own rules for TLS, and its own authorities, to which NODE_EXTRA_CA_CERTS adds those of the identity server',
  ],
  [/^(?:NAME|DNS)_/, 'the browser resolves host names in its own way'],
  [/^CONNECTION_(?:REFUSED|FAILED|TIMED_OUT)$/, 'it was refused to the browser, or for a moment'],
  [
    /^(?:ADDRESS_|NETWORK_|INTERNET_DISCONNECTED$|INSUFFICIENT_RESOURCES$)/,
    'the machine, or its network, may have failed for a moment',
  ],
  [/^(?:BLOCKED_BY_(?!RESPONSE|CSP|ORB)|UNSAFE_PORT$)/, 'the browser, or its policy, does not allow it'],
];

/**
 * What may keep the browser alone from a server; undefined if the error is an answer of that server.
 *
 * @param error Chromium's name of it, such as `net::ERR_NAME_NOT_RESOLVED`
 */
export function hintAt(error: string): string | undefined {
  const name = error.replace(/^net::ERR_/, '');
  return onTheWay.find(([pattern]) => pattern.test(name))?.[1];
}

/** The last navigation of a page, as long as it is one that failed. */
export interface Navigation {
  failed?: { readonly url: string; readonly error: string };
}

/** Observes the navigations of a page from now on, by forms and scripts as well. */
export function watchNavigation(page: Page): Navigation {
  const last: Navigation = {};
  page.on('requestfailed', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    last.failed = { url: request.url(), error: request.failure()?.errorText ?? '' };
  });
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) delete last.failed;
  });
  return last;
}

/**
 * Why the browser alone did not reach a configured server, in a sentence; undefined if it did, or if the suite's own
 * requests do not reach that server either. For this, one is sent.
 */
export async function unreachedByBrowser(
  target: Target,
  { failed }: Navigation,
): Promise<string | undefined> {
  const hint = failed && hintAt(failed.error);
  if (failed === undefined || hint === undefined) return undefined;
  const { origin } = new URL(failed.url);
  const servers = Object.keys(target.urls) as Server[];
  const server = servers.find((one) => new URL(target.urls[one] ?? 'about:blank').origin === origin);
  if (server === undefined) return undefined;
  const { status, unread } = await requestContext(target, server).get('/', { returns429: true });
  if (status === 0 && unread === undefined) return undefined;
  return `the browser does not reach ${origin} (${failed.error}), which the suite's own requests reach: ${hint}`;
}
