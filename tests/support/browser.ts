import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { chromium } from '@playwright/test';

/** Launch arguments for pages that may be hostile: no window but the one that is watched, and no traffic of the browser's own. */
export const quietly = [
  '--block-new-web-contents',
  '--disable-background-networking',
  '--disable-component-update',
] as const;

/** Where the packages of the systems put a Chromium that Playwright can drive. */
const elsewhere = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Who has not shown a certificate by then is not waited for: the browser says what is wrong with it. */
const LONGEST_HANDSHAKE_MS = 10_000;

let found: { readonly path: string | undefined } | undefined;

/** The Chromium for the login checks: Playwright's own, else one that the system has; undefined without any. */
export function browserPath(): string | undefined {
  found ??= { path: [chromium.executablePath(), ...elsewhere].find((path) => existsSync(path)) };
  return found.path;
}

/**
 * Launch arguments by which Chromium trusts what Node trusts. It knows nothing of NODE_EXTRA_CA_CERTS, so
 * it is told the key of the certificate, once Node has verified that.
 *
 * @param url the server that shows the login page
 * @returns none where no further authorities are named, or the certificate is not trusted
 */
export async function trustArguments(url: string | undefined): Promise<string[]> {
  if (!process.env['NODE_EXTRA_CA_CERTS'] || !url?.startsWith('https:')) return [];
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) });
  const key = await new Promise<Buffer | undefined>((resolve) => {
    socket.once('secureConnect', () =>
      resolve(socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })),
    );
    socket.once('error', () => resolve(undefined));
    socket.setTimeout(LONGEST_HANDSHAKE_MS, () => resolve(undefined));
  });
  socket.destroy();
  if (key === undefined) return [];
  return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`];
}
