import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page, Request } from '@playwright/test';

/** What a page is waiting for, and when it is complete or has been left. */

/** A page is complete once it has loaded, and has requested and changed nothing for this long. */
const STILLNESS_MS = 1500;

/** A page that asks for nothing may lead on by script, after giving people about three seconds to read it. */
export const LEADING_ON_MS = 3500;

/** Resolves once a page is complete, or has had as long as that may take. */
export async function settled(page: Page, patience: number): Promise<void> {
  await Promise.race([stillness(page, patience), sleep(patience, undefined, { ref: false })]);
}

/**
 * Resolves once a page is complete; never, if it may lead elsewhere by itself.
 *
 * @param ms how long nothing may have changed, if the page has scripts
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

/** Run in the page: resolves once nothing in it has changed for this many milliseconds. */
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

/** What a page is waiting for. */
export interface Waiting {
  /** Whether it has requested another page in its place, or a script has sent something, and no answer has come. */
  isLeaving(): boolean;
  /** Whether its document, one of its scripts, or something a script has requested has not arrived completely. */
  isLoading(): boolean;
  /** Whether its document has begun to arrive and is not complete. */
  isCut(): boolean;
}

/** Watches what a page is waiting for, from now on. */
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

/** Resolves when a page has been left for another one or closed, or after this many milliseconds at the latest. */
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
