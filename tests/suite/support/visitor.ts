import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** A page for what stands at an address, and everything that a visitor would call wrong with it. */
export async function openAt(
  address: string,
  browser: Browser | undefined,
  options: BrowserContextOptions,
): Promise<{ page: Page; complaints: string[] }> {
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob|file):/.test(url)) complaints.push(`request: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}

/** What axe calls an accessibility violation on the page as it is drawn now. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Of what passes, which is most, nothing is told: to tell of it takes as long as to look.
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}
