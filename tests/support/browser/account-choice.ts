import type { Locator, Page } from '@playwright/test';
import { formAround, press, sends } from './login-page.ts';

/** The page on which a user who is logged in chooses the account to go on with. */

/**
 * What such a page says somewhere: a menu that names the user may be on any page. Texts of neighbouring elements are not
 * separated here, so that a word may begin anywhere.
 */
const asksWhich =
  /(?:continue|proceed|go on) as\s|(?:choose|select|pick|which|other|different) .{0,20}account|not you\b/i;

/** Labels of what leads to another account, or away from this one. */
const elsewhere = String.raw`\b(?:another|different|other|not|switch|add|remove|forget|manage|sign out|log ?out)\b`;

/** The entries that name a user, by any of the user's names; none on a page that does not ask for an account. */
export function accountEntries(page: Page, username: string): Locator {
  return namesOf(username)
    .map((name) => entriesNaming(page, name))
    .reduce((some, entries) => some.or(entries))
    .first();
}

/**
 * Goes on with the account of a user.
 *
 * @returns false if more than one account may be meant
 */
export async function goOnAs(page: Page, username: string): Promise<boolean> {
  for (const [nth, name] of namesOf(username).entries()) {
    const entries = entriesNaming(page, name);
    const count = await entries.count();
    if (count === 0) continue;
    // Two entries with the whole name belong to one account, but a part of it may be that of several.
    if (nth > 0 && count > 1) return false;
    await follow(entries.first());
    return true;
  }
  return false;
}

/** Presses an entry; one that is only selected is then sent by the button beside it. */
async function follow(entry: Locator): Promise<void> {
  const isSelected = await entry.evaluate(isRadio);
  const send = isSelected
    ? (await formAround(entry)).getByRole('button', { name: sends }).filter({ visible: true }).first()
    : undefined;
  await press(entry);
  if (await send?.isVisible()) await send?.click({ noWaitAfter: true });
}

/** Run in the page: whether an entry is one of several to select from. */
function isRadio(entry: SVGElement | HTMLElement): boolean {
  return entry.getAttribute('type') === 'radio' || entry.getAttribute('role') === 'radio';
}

function entriesNaming(page: Page, name: string): Locator {
  const label = new RegExp(
    String.raw`^(?!.*${elsewhere}).*(?<![\p{L}\p{N}._%+@-])${name}(?![\p{L}\p{N}]|[.@_-][\p{L}\p{N}])`,
    'isu',
  );
  return (['button', 'link', 'radio', 'option', 'menuitem'] as const)
    .map((role) => page.getByRole(role, { name: label }))
    .reduce((some, entries) => some.or(entries))
    .and(page.locator('body').filter({ hasText: asksWhich }).locator('*'))
    .filter({ visible: true });
}

/** What a page may call a user, as patterns: the whole name, its part before the @ as people write it, its first part. */
function namesOf(username: string): readonly string[] {
  const parts = (username.split('@', 1)[0] ?? '').split(/[\s._+-]+/).filter((part) => part !== '');
  const [first = ''] = parts;
  return [escaped(username), parts.map(escaped).join(String.raw`[\s._+-]+`), escaped(first)].filter(
    (name) => name !== '',
  );
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}
