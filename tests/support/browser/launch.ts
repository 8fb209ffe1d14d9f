import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { inTime } from '../failure.ts';

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
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A server that has shown no certificate by then is not waited for: the browser reports what is wrong with it. */
const LONGEST_HANDSHAKE_MS = 10_000;

let found: { readonly path: string | undefined } | undefined;

/**
 * The Chromium for the login checks: Playwright's own, or else one installed on the system; undefined if there is
 * none.
 */
export function browserPath(): string | undefined {
  found ??= { path: [chromium.executablePath(), ...elsewhere].find((path) => existsSync(path)) };
  return found.path;
}

/**
 * Launch arguments that make Chromium trust what Node trusts. It ignores NODE_EXTRA_CA_CERTS, so it is given the hash
 * of the certificate's public key, once Node has verified the certificate.
 *
 * @param url the server that shows the login page
 * @param longestMs how long the handshake may take, even if data keeps arriving
 * @returns none if no additional authorities are configured, or if the certificate is not trusted
 */
export async function trustArguments(
  url: string | undefined,
  longestMs = LONGEST_HANDSHAKE_MS,
): Promise<string[]> {
  if (!process.env['NODE_EXTRA_CA_CERTS'] || !url?.startsWith('https:')) return [];
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // NODE_TLS_REJECT_UNAUTHORIZED must not decide whom the browser trusts.
    rejectUnauthorized: true,
  });
  try {
    const key = await inTime(keyOf(socket), AbortSignal.timeout(longestMs));
    return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`];
  } catch {
    return [];
  } finally {
    socket.destroy();
  }
}

/**
 * Opens a browser context for pages that may be hostile: they store nothing on this machine, and cannot exhaust
 * memory with console messages and errors, all of which Playwright keeps.
 *
 * @param storageState a file with the state of an earlier login
 */
export async function carefulContext(browser: Browser, storageState?: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    ...(storageState !== undefined && { storageState }),
  });
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

/** The public key of the certificate, after the TLS handshake, which a server may drag out forever, byte by byte. */
async function keyOf(socket: TLSSocket): Promise<Buffer> {
  await once(socket, 'secureConnect');
  const key = socket.getPeerX509Certificate()?.publicKey;
  if (key === undefined) throw new Error('it shows no certificate');
  return key.export({ type: 'spki', format: 'der' });
}
