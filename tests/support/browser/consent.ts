import type { Page } from '@playwright/test';
import { asSeen, pathOf, type Watched } from './page-answer.ts';

/** A consent page as it was shown; where a user consents in several steps, all of its pages. */
export interface Consent {
  /** The paths that were requested on the way to it, by the pages or their scripts: its own is among them. */
  readonly paths: readonly string[];
  readonly mediaType: string;
  /** Its HTTP status; of several pages, the highest. */
  readonly status: number;
  /** The language that it tells, or nothing. */
  readonly language: string;
  readonly text: string;
  /** The same with what it does not show. */
  readonly allText: string;
  /** How many logins came before it. */
  readonly logins: number;
  /** Whether there was a button to decide as told: the text names Accept alone. */
  readonly decided: boolean;
}

/**
 * What a consent page shows.
 *
 * @param former the page before it; after the same login it is the beginning of this one
 */
export async function consentOf(
  page: Page,
  seen: Watched,
  shown: Pick<Consent, 'logins' | 'decided'>,
  former: Consent | undefined,
): Promise<Consent> {
  const paths = [...new Set([...seen.paths, pathOf(page.url())])];
  const status = seen.last?.status() ?? 200;
  const next = { ...shown, paths, status, ...(await asSeen(page, seen.last)) };
  if (former?.logins !== next.logins) return next;
  const joined = (part: 'text' | 'allText') => [...new Set([former[part], next[part]])].join('\n');
  return {
    ...former,
    paths,
    status: Math.max(former.status, status),
    text: joined('text'),
    allText: joined('allText'),
  };
}
