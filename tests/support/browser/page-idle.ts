import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page, Request } from '@playwright/test';

/** What a page waits for, and when it shows all that it will, or has been left. */

/** A page that has loaded, asks its server for nothing more and changes nothing for so long shows all that it will. */
const STILLNESS_MS = 1500;

/** One that asks for nothing may lead on by a script, once people have had some three seconds to read it. */
export const LEADING_ON_MS = 3500;

/** Resolves once a page has got all that it shows, or has had as long as that may take. */
export async function settled(page: Page, patience: number): Promise<void> {
  await Promise.race([stillness(page, patience), sleep(patience, undefined, { ref: false })]);
}

/**
 * Resolves once a page shows all that it is going to; never, while it may lead elsewhere by itself.
 *
 * @param ms so long nothing has changed by then, where scripts may change something
 */
export async function stillness(page: Page, patience: number, ms = STILLNESS_MS): Promise<void> {
  const never = new Promise<never>(() => {});
  try {
    await page.waitForLoadState('load', { timeout: patience });
    const [scripts, others] = await page.evaluate(() => [
      document.scripts.length,
      document.querySelectorAll('meta[http-equiv=refresh i], iframe').length,
    ]);
    if (others !== 0) return await never;
    if (scripts === 0) return;
    await page.waitForLoadState('networkidle', { timeout: patience });
    await page.evaluate(unchangedFor, ms);
  } catch {
    // It went on to another page.
    return never;
  }
}

/** Run in the page: resolves once nothing in it has changed for so many milliseconds. */
function unchangedFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, ms);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, ms);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** What a page waits for. */
export interface Waiting {
  /** Whether it has asked for another one in its place, or has sent something by a script, and no answer has come. */
  isLeaving(): boolean;
  /** Whether its document, a script that it is made of, or what one has asked for, has not come yet. */
  isLoading(): boolean;
  /** Whether its document has begun and has not come to its end. */
  isCut(): boolean;
}

/** Watches what a page waits for, from now on. */
export function watchWaiting(page: Page): Waiting {
  let asked: Request | undefined;
  let shown: Request | undefined;
  const sent = new Set<Request>();
  const parts = new Set<Request>();
  const isOfPage = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request: Request) => {
      sent.delete(request);
      parts.delete(request);
      if (request === shown) shown = undefined;
    });
  }
  page.on('request', (request) => {
    if (/^(?:script|fetch|xhr)$/.test(request.resourceType())) parts.add(request);
    if (request.method() !== 'GET' && /^(?:fetch|xhr)$/.test(request.resourceType())) sent.add(request);
    if (isOfPage(request)) asked = request;
  });
  page.on('response', (response) => {
    if (isOfPage(response.request())) shown = response.request();
  });
  page.on('crash', () => parts.clear());
  page.on('requestfailed', (request) => {
    if (request === asked) asked = undefined;
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) asked = undefined;
  });
  return {
    isLeaving: () => asked !== undefined || sent.size > 0,
    isLoading: () => (parts.size > 0 || shown !== undefined) && !page.isClosed(),
    isCut: () => shown !== undefined,
  };
}

/** Resolves when a page has been left for another one or closed, and at the latest after so many milliseconds. */
export function left(page: Page, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const onNavigated = (frame: Frame): void => {
      if (frame === page.mainFrame()) settle();
    };
    const settle = (): void => {
      clearTimeout(timer);
      page.off('framenavigated', onNavigated);
      page.off('close', settle);
      resolve();
    };
    const timer = setTimeout(settle, patience);
    page.on('framenavigated', onNavigated);
    page.on('close', settle);
  });
}
