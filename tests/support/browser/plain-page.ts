import type { Page } from '@playwright/test';

/** Elements that show something and do nothing. */
export const SHOWING =
  'html head title meta link style body main header footer section article h1 h2 h3 h4 h5 h6 p br hr div span pre code b i em strong small ul ol li dl dt dd table thead tbody tr th td img'.split(
    ' ',
  );

/**
 * Whether a page that has loaded is text alone, so that it asks for nothing and leads nowhere: it has no scripts, no
 * frames, and nothing to fill in or to press. One evaluation in the page itself finds that out, faster than a locator.
 *
 * @param patience how long it may take to load, in milliseconds
 * @returns false if it is anything else, has not loaded by then, or has gone
 */
export async function isPlain(page: Page, patience: number): Promise<boolean> {
  try {
    await page.waitForLoadState('load', { timeout: patience });
    return await page.evaluate(onlyShows, SHOWING);
  } catch {
    return false;
  }
}

/** Run in the page: whether it consists of these elements, and none of them does anything. */
function onlyShows(showing: readonly string[]): boolean {
  const acts = (name: string) => name.startsWith('on') || name === 'role' || name === 'tabindex';
  return (
    document.querySelector('meta[http-equiv=refresh i]') === null &&
    [...document.querySelectorAll('*')].every(
      (one) =>
        one.shadowRoot === null && showing.includes(one.localName) && !one.getAttributeNames().some(acts),
    )
  );
}
