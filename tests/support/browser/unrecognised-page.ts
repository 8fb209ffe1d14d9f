import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { LoginPage } from '../target.ts';
import { formAround, passwordField, typable, usernameBeside, usernameField } from './login-page.ts';

/** What a page asks its user for that the suite does not recognise, and does not provide. */

/** Labels of what leads on from a page, to a login or consent page that the suite does not recognise. */
const leadsOn =
  /\b(log|sign)[ -]?(in|on)\b|continue|next|proceed|account|google|office ?365|salesforce|grant|confirm|verify|accept|allow|agree|authori[sz]e|approve|\byes\b|\bok(ay)?\b|got it|understand|\bskip\b|not now|\blater\b/i;

/** The label of any button, in any language, that is meant to be pressed: not one that leads back or searches. */
const wantsToBePressed = /^(?!\W*(back|home|close|cancel|print|help|search|retry|try again|reload)\b)/i;

/**
 * Whether a page on which nothing was recognised asks its user for something all the same: it has a field, a frame,
 * or something that leads on. A page that only informs has none of these, though it may lead back.
 *
 * @param isFine whether nothing went wrong, so that any button may be meant to lead on
 */
export async function asksForMore(page: Page, isFine: boolean, patience: number): Promise<boolean> {
  const fields = page.locator(
    'input:not([type=hidden], [type=search], [type=submit], [type=button], [type=reset]), select, textarea, summary, iframe',
  );
  const wishes = fields
    .or(page.getByRole('button', { name: isFine ? wantsToBePressed : leadsOn }))
    .or(page.getByRole('link', { name: leadsOn }))
    .filter({ visible: true });
  const count = wishes.count().catch(() => 0);
  if ((await Promise.race([count, sleep(patience, 0, { ref: false })])) > 0) return true;
  // On an error page, only a label shows that something leads on.
  if (!isFine) return false;
  const made = page
    .locator('body *')
    .evaluateAll(isPressable, wantsToBePressed.source)
    .catch(() => false);
  return Promise.race([made, sleep(patience, false, { ref: false })]);
}

/** As many headings and labels, and as many characters of each, as a reader takes in at a glance. */
const MOST_LABELS = 6;
const LONGEST_LABEL = 60;

/**
 * What a page says, for a reason: its headings, and what can be pressed on it.
 *
 * @returns the end of a sentence; empty if the page says nothing in time
 */
export async function pictureOf(page: Page, patience: number): Promise<string> {
  const labels = async (all: Locator) => {
    const shown = all.filter({ visible: true });
    const texts = await shown.evaluateAll(labelsOf, { most: MOST_LABELS, longest: LONGEST_LABEL });
    return texts.map((text) => `"${text}"`).join(', ');
  };
  const look = async () => {
    const said = await labels(page.getByRole('heading'));
    const offered = await labels(page.getByRole('button').or(page.getByRole('link')));
    return `${said && `; it says ${said}`}${offered && `; it offers ${offered}`}`;
  };
  return Promise.race([look().catch(() => ''), sleep(patience, '', { ref: false })]);
}

/** Run in the page: what elements are labelled with, each in one line, without those that are not labelled. */
function labelsOf(
  all: Element[],
  { most, longest }: { readonly most: number; readonly longest: number },
): string[] {
  return all
    .map((one) => (one as HTMLElement).innerText || one.getAttribute('value') || one.ariaLabel || '')
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, longest))
    .filter((text) => text !== '')
    .slice(0, most);
}

/**
 * Run in the page: whether it contains something that can be pressed but is not a button or a link (it has a pointer
 * cursor, or can be focused by keyboard), or a custom element whose content is hidden from scripts.
 */
function isPressable(all: Element[], meant: string): boolean {
  const known = 'a, button, label, summary, input, select, textarea';
  const hasPointer = (one: Element | null) => one !== null && getComputedStyle(one).cursor === 'pointer';
  return all.some((one) => {
    if (!one.checkVisibility() || one.closest(known) !== null) return false;
    const text = (one as HTMLElement).innerText?.trim() ?? '';
    if (one.localName.includes('-') && one.shadowRoot === null && text === '')
      return one.getBoundingClientRect().height > 0;
    // A longer text is focusable so that it can be scrolled by keyboard.
    const isShort = text !== '' && text.length <= 60;
    const isPressed =
      (one.hasAttribute('tabindex') && (one as HTMLElement).tabIndex >= 0) ||
      (hasPointer(one) && !hasPointer(one.parentElement));
    return isShort && isPressed && new RegExp(meant, 'i').test(text);
  });
}

/** Checkboxes and choices without which a form cannot be submitted. */
const required = [
  'input[type=checkbox]:is(:required, [aria-required=true]):not(:checked)',
  'input[type=radio]:required:invalid',
  'select:required:invalid',
].join(', ');

/** Checkboxes that a login may require although its page does not mark them as required. */
const terms = /agree|accept|terms|polic|conditions|consent/i;

/** Elements of a CAPTCHA. */
const riddles = ['iframe[src*=challenge i]']
  .concat(['src', 'title', 'class', 'id'].map((says) => `:is(iframe, div, img, canvas)[${says}*=captcha i]`))
  .concat(['div[class*=turnstile i]'])
  .join(', ');

/**
 * Whether a login that does not proceed asks for more than a name and a password: its form has another empty field, a
 * checkbox that has to be ticked, a choice that has to be made, or a CAPTCHA.
 */
export async function wantsMore(
  page: Page,
  login: LoginPage,
  stage: 'username' | 'password',
  patience: number,
): Promise<boolean> {
  const more = askedBeside(page, login, stage).catch(() => false);
  return Promise.race([more, sleep(patience, false, { ref: false })]);
}

async function askedBeside(page: Page, login: LoginPage, stage: 'username' | 'password'): Promise<boolean> {
  const password = passwordField(page, login);
  const isPassword = stage === 'password';
  const username = isPassword ? await usernameBeside(page, login, password) : usernameField(page, login);
  const form = await formAround(isPassword ? password : username);
  const fields = form
    .locator(`input${typable}, input[type=number], input[type=password], textarea`)
    .filter({ visible: true });
  const others = (await emptyOf(fields)) - (await emptyOf(fields.and(username.or(password))));
  const boxes = form.getByRole('checkbox', { name: terms, checked: false });
  const asked = form
    .locator(required)
    .or(boxes)
    .or(form.locator('iframe').filter({ visible: true }))
    .or(page.locator(riddles));
  return others > 0 || (await asked.count()) > 0;
}

/** How many fields are empty. */
function emptyOf(fields: Locator): Promise<number> {
  return fields.evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).value === '').length);
}
