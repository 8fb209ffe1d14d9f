import type { Page } from '@playwright/test';
import { asSeen, pathOf, type Watched } from './page-answer.ts';

/** A consent page as it was shown; if a user consents in several steps, all of its pages. */
export interface Consent {
  /** The paths that the pages or their scripts requested on the way to it, including its own. */
  readonly paths: readonly string[];
  readonly mediaType: string;
  /** Its HTTP status; the highest one if there are several pages. */
  readonly status: number;
  /** The language that it declares; empty if it declares none. */
  readonly language: string;
  readonly text: string;
  /** The same, including text that it does not show. */
  readonly allText: string;
  /** How many logins came before it. */
  readonly logins: number;
  /** Whether there was a button for the requested decision: the text of the interface names only Accept. */
  readonly decided: boolean;
}

/**
 * What a consent page shows.
 *
 * @param former the consent page before it; if no login came between the two, this one continues it
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
