import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';
import { anonymizeProxy, closeAnonymizedProxy } from 'proxy-chain';
import { request } from 'undici';
import type { Target } from '../target.ts';
import { certificateOf, connectionsOnce } from '../wire/connections.ts';
import { inTime } from '../wire/failure.ts';
import { cookiesIn, headersTo } from '../wire/gateway-headers.ts';
import { browserProxy, shownProxy } from '../wire/proxy.ts';

/**
 * Launch arguments for pages that may be hostile: no window except the one being watched, and no background traffic
 * of the browser itself.
 */
export const quietly = [
  '--block-new-web-contents',
  '--disable-background-networking',
  '--disable-component-update',
] as const;

/** Where operating system packages install a Chromium that Playwright can drive. */
const elsewhere = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Within Playwright's folder of browsers, the names of the programs of its headless shell, on each system. */
const shells = /^(?:chrome-)?headless_?-?shell(?:\.exe)?$/;

let found: { readonly path: string | undefined } | undefined;

/**
 * The Chromium for the login checks: the one that a setting names, else Playwright's own, whole or as a headless shell,
 * or else one installed on the system; undefined if there is none.
 *
 * @param named what the setting names
 */
export function browserPath(named?: string): string | undefined {
  if (named !== undefined) return named;
  const own = chromium.executablePath();
  found ??= { path: [own, ...shellsBeside(own), ...elsewhere].find((path) => existsSync(path)) };
  return found.path;
}

/** The headless shells of Playwright, which it installs beside its Chromium, the newest first. */
function shellsBeside(own: string): string[] {
  const [folder] = /^.*(?=[\\/]chromium-\d+[\\/])/.exec(own) ?? [];
  if (folder === undefined || !existsSync(folder)) return [];
  const versions = readdirSync(folder).filter((name) => name.startsWith('chromium_headless_shell-'));
  return versions
    .toSorted()
    .toReversed()
    .flatMap((version) =>
      readdirSync(path.join(folder, version), { encoding: 'utf8', recursive: true })
        .filter((name) => shells.test(path.basename(name)))
        .map((name) => path.join(folder, version, name)),
    );
}

/** Servers that have shown no certificate by then are not waited for: the browser reports what is wrong with them. */
const LONGEST_HANDSHAKE_MS = 10_000;

/**
 * Launch options that make Chromium reach the login pages as the suite's own requests do: by the same proxy, or by none,
 * and trusting what Node trusts for this run, however it was told. Chromium has authorities of its own, so it is given
 * the hashes of the certificates' public keys, once Node has verified the certificates.
 *
 * @param longestMs how long the handshakes may take, even if data keeps arriving
 */
export async function asOurRequests(
  target: Target,
  longestMs = LONGEST_HANDSHAKE_MS,
): Promise<{ readonly args: string[]; readonly proxy?: NonNullable<LaunchOptions['proxy']> }> {
  const { identity } = target.urls;
  const proxied = browserProxy(identity);
  const secure = [...(identity === undefined ? [] : [identity]), ...(target.login.origins ?? [])].filter(
    (url) => url.startsWith('https:'),
  );
  const keys = await Promise.all(secure.map((url) => trustedKeyOf(target, url, longestMs)));
  const hashes = keys.flatMap((key) => (key ? createHash('sha256').update(key).digest('base64') : []));
  return {
    args: [
      ...(hashes.length > 0 ? [`--ignore-certificate-errors-spki-list=${hashes.join(',')}`] : []),
      // Otherwise it would obey variables and settings of the system that the requests do not.
      ...(proxied === undefined ? ['--no-proxy-server'] : []),
    ],
    ...(proxied !== undefined && {
      proxy: { server: await withoutCredentials(proxied.proxy), bypass: proxied.bypass },
    }),
  };
}

/** The addresses at which this process leads to proxies that ask for credentials. */
const relays = new Map<string, Promise<string>>();

/**
 * The address of a proxy for a browser. One that asks for credentials is given them by a relay on this machine: where
 * Playwright answers it, while requests of the page are intercepted, a form may be sent twice.
 */
async function withoutCredentials(proxy: URL): Promise<string> {
  if (proxy.username === '') return shownProxy(proxy);
  const relay = relays.get(proxy.href) ?? anonymizeProxy(proxy.href.replace(/\/$/, ''));
  relays.set(proxy.href, relay);
  return relay;
}

/** Ends what leads to proxies. */
export async function endRelays(): Promise<void> {
  const all = [...relays.values()];
  relays.clear();
  for (const relay of all) await closeAnonymizedProxy(await relay, true);
}

/** The public key of the certificate of a server that Node trusts; undefined if it trusts none. */
async function trustedKeyOf(target: Target, url: string, longestMs: number): Promise<Buffer | undefined> {
  const connecting = new AbortController();
  const opened = new Promise<TLSSocket>((resolve) => {
    const name = 'undici:client:connected';
    const note = (message: unknown): void => {
      const { connectParams, socket } = message as { connectParams: { host: string }; socket: TLSSocket };
      if (connectParams.host === new URL(url).host && 'getPeerX509Certificate' in socket) resolve(socket);
    };
    subscribe(name, note);
    connecting.signal.addEventListener('abort', () => unsubscribe(name, note));
  });
  const dispatcher = connectionsOnce(target);
  // Whatever is answered: a connection that is open has a certificate that Node has verified.
  const limit = AbortSignal.timeout(longestMs);
  const asked = request(url, { method: 'HEAD', dispatcher, signal: limit }).then(({ body }) => body.dump());
  asked.catch(() => undefined);
  try {
    const socket = await inTime(Promise.race([opened, asked.then(() => opened)]), limit);
    return socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return undefined;
  } finally {
    connecting.abort();
    await dispatcher.destroy();
  }
}

/**
 * Opens a browser context for pages that may be hostile: they store nothing on this machine, and cannot exhaust
 * memory with console messages and errors, all of which Playwright keeps. It has the client certificate and the cookies
 * that a gateway in front of the target wants.
 *
 * @param storageState a file with the state of an earlier login
 */
export async function carefulContext(
  browser: Browser,
  target: Target,
  storageState?: string,
): Promise<BrowserContext> {
  const { pfx, ...certificate } = certificateOf(target.way.certificate);
  const origins = [...new Set(Object.values(target.urls).map((url) => new URL(url).origin))];
  const secure = origins.filter((origin) => origin.startsWith('https:'));
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    ...(storageState !== undefined && { storageState }),
    ...(target.way.certificate !== undefined && {
      clientCertificates: secure.map((origin) => ({ origin, ...certificate, ...(pfx && { pfx }) })),
    }),
  });
  const cookies = origins.flatMap((origin) =>
    cookiesIn(headersTo(target, origin)).map(([name, value]) => ({ name, value, url: origin })),
  );
  if (cookies.length > 0) await context.addCookies(cookies);
  await context.addInitScript(() => {
    for (const name of Object.keys(console)) {
      // Callers use the return value of this one.
      if (name !== 'createTask') Object.assign(console, { [name]: () => undefined });
    }
    Object.assign(console, { context: () => console });
    // Nothing intercepts traffic through these.
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
      Reflect.deleteProperty(globalThis, name);
    addEventListener('error', (event) => event.preventDefault());
    addEventListener('unhandledrejection', (event) => event.preventDefault());
  });
  return context;
}
