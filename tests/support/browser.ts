import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

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

let found: { readonly path: string | undefined } | undefined;

/** The Chromium for the login checks: Playwright's own, else one that the system has; undefined without any. */
export function browserPath(): string | undefined {
  found ??= { path: [chromium.executablePath(), ...elsewhere].find((path) => existsSync(path)) };
  return found.path;
}
