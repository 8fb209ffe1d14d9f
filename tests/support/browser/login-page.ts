import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Request, Response } from '@playwright/test';
import { type LoginPage, loginSettings, type Target } from '../target.ts';
import { LEADING_ON_MS, stillness } from './page-idle.ts';
import { isPlain } from './plain-page.ts';

/** What a user does at the consent page. */
export type Decision = 'accept' | 'deny';

/** What a page asks for; `choice` means which account to go on with, `end` means nothing that the suite recognises, and `late` nothing so far. */
export type Stage = 'account' | 'username' | 'password' | 'consent' | 'choice' | 'end' | 'late';

/** What the headers of the answer say about the document of a page. */
interface DocumentKind {
  /** Whether it is none that could ask for anything. */
  readonly isOver: boolean;
  readonly isError: boolean;
  /** Whether its header says that it leads on by itself. */
  readonly leadsOn: boolean;
}

/**
 * What a page asks for, or the request that leads back to the client, whichever comes first.
 *
 * @param ours the entries that name the user where a page asks for an account; undefined if none is to be followed
 * @param patience how long the page may take to show what it asks for, in milliseconds
 */
export async function stageOf(
  page: Page,
  login: LoginPage,
  ours: Locator | undefined,
  ledBack: Promise<Request>,
  document: DocumentKind,
  patience: number,
): Promise<Stage | Request> {
  const ended = await Promise.race([ledBack, asksNothing(page, document, patience)]);
  if (ended !== false) return ended === true ? 'end' : ended;
  const questions: readonly (readonly [Stage, Locator])[] = [
    ...(login.account === undefined ? [] : [['account', shown(page, login.account)] as const]),
    ['password', shown(page, login.password ?? anyPassword)],
    ['consent', button(page, login, 'accept')],
    ['username', usernameField(page, login)],
    ...(ours === undefined || document.isError ? [] : [['choice', ours] as const]),
  ];
  // One locator for all of them: separate ones would each query the page, and each would fail in the report once the
  // page has gone.
  const asked = questions.map(([, field]) => field).reduce((some, field) => some.or(field));
  const found = await Promise.race([
    ledBack,
    asked
      .first()
      .waitFor({ state: 'visible', timeout: patience })
      .then(
        () => 'asked' as const,
        () => 'late' as const,
      ),
    ...(document.leadsOn ? [] : [stillness(page, patience, LEADING_ON_MS).then(() => 'still' as const)]),
  ]);
  if (found === 'late') return 'late';
  if (typeof found !== 'string') return found;
  // The first one that is present: anything beside a password field belongs to the login, whatever its label.
  const there = async (): Promise<Stage> => {
    for (const [stage, field] of questions) if (await field.isVisible()) return stage;
    return 'end';
  };
  return Promise.race([ledBack, there(), sleep(patience, 'end' as const, { ref: false })]);
}

/**
 * Whether a document asks for nothing, as far as that shows without looking for what it may ask for. Only an error page
 * is waited for until it has loaded: any other may show a form long before.
 */
async function asksNothing(page: Page, document: DocumentKind, patience: number): Promise<boolean> {
  const { isOver, isError, leadsOn } = document;
  return isOver || (isError && !leadsOn && (await isPlain(page, patience)));
}

/** Playwright's message about an action that failed, without its call log. */
export function firstLine(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/^[\w.]+: /, '') ?? ''
  );
}

/** What is wrong with the selectors in the settings; undefined if all of them are valid. */
export async function selectorMistake(page: Page, login: LoginPage): Promise<string | undefined> {
  for (const [part, setting] of Object.entries(loginSettings)) {
    const selector = login[part as keyof typeof loginSettings];
    const mistake =
      selector &&
      (await page
        .locator(selector)
        .count()
        .then(() => '', firstLine));
    if (mistake) return `${setting} is no selector: ${mistake}`;
  }
  return undefined;
}

/**
 * Whether a password field still holds what was typed into it: after its form is submitted, a page may stay until the
 * next one comes.
 */
export async function stillHolds(page: Page, login: LoginPage, password: string): Promise<boolean> {
  // The page does not get the password to compare with: by now it may be another page.
  return passwordField(page, login)
    .evaluate(beginningOf, password.length + 1)
    .then(
      (value) => value === password,
      () => false,
    );
}

/** Run in the page: the beginning of a field's value. */
function beginningOf(field: SVGElement | HTMLElement, longest: number): string {
  return (field as HTMLInputElement).value.slice(0, longest);
}

/** Whether an answer is not a page for people, so that it asks for nothing. */
export function showsNothing(response: Response): boolean {
  const isPage = /html/i.test(response.headers()['content-type'] ?? 'html');
  return !isPage && (response.status() < 300 || response.status() >= 400);
}

/** The first visible element that a selector matches. */
function shown(page: Page, selector: string): Locator {
  return page.locator(selector).filter({ visible: true }).first();
}

/** The button or link for a decision. */
export function button(page: Page, login: LoginPage, decision: Decision) {
  if (decision === 'accept' && login.consent !== undefined) return shown(page, login.consent);
  const name = decisions[decision];
  return page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .filter({ visible: true })
    .first();
}

/** The labels of the buttons. A cookie banner may appear on any page, and decides nothing. */
const decisions: Readonly<Record<Decision, RegExp>> = {
  accept:
    /^\W*(i |yes,? (i )?)?(accept|allow|agree|authori[sz]e|approve|grant)\b(?!.*\b(cookies?|close)\b|\W+all\W*$)/i,
  deny: /^\W*(deny|decline|cancel|reject|refuse|disallow|don\W?t|do not|no)\b(?!.*\bcookies?\b|\W+all\W*$)/i,
};

/** Chooses the kind of account to log in with. */
export async function choose(page: Page, { account = '' }: LoginPage): Promise<void> {
  await shown(page, account).click({ noWaitAfter: true });
}

/** The labels of a button that logs in or continues; one that does so with another account leads elsewhere. */
export const sends = /^\W*((log|sign)[ -]?(in|on)|continue|next|submit)\b(?!.*\b(with|using|via)\b)/i;

/** Fills in what a login page asks for, and submits it. */
export async function fillIn(
  page: Page,
  login: LoginPage,
  user: NonNullable<Target['user']>,
  stage: Stage,
): Promise<void> {
  const password = passwordField(page, login);
  const username =
    stage === 'password' ? await usernameBeside(page, login, password) : usernameField(page, login);
  if (await username.isVisible()) await typeIn(username, user.username);
  if (stage === 'password') await typeIn(password, user.password);
  // A form that requires a password would not submit an empty one, but whether it is accepted is for the server to
  // decide.
  if (stage === 'password' && user.password === '') await password.evaluate(sendAsItIs);
  if (login.submit !== undefined) return shown(page, login.submit).click({ noWaitAfter: true });
  const field = stage === 'password' ? password : username;
  // Enter would press the first button of the form, which may be one to cancel.
  const submit = (await formAround(field))
    .getByRole('button', { name: sends })
    .filter({ visible: true })
    .first();
  const isShown = await submit.isVisible();
  // A page that disables the button has refused the empty password.
  if (isShown && user.password === '' && (await submit.isDisabled())) return;
  if (isShown) await press(submit);
  else await field.press('Enter', { noWaitAfter: true });
}

/** Run in the page: makes the browser submit the form without validating it. */
function sendAsItIs(field: SVGElement | HTMLElement): void {
  const { form } = field as HTMLInputElement;
  if (form !== null) form.noValidate = true;
}

/** A button that exists by now shows at once whether it is enabled. */
const LONGEST_GLANCE_MS = 500;

/**
 * Clicks a button, or presses it by keyboard if something covers it.
 *
 * @throws why it could not be clicked, if the keyboard did not cause a request either
 */
export async function press(button: Locator): Promise<void> {
  try {
    await button.click({ noWaitAfter: true });
  } catch (error) {
    const isEnabled = await button.isEnabled({ timeout: LONGEST_GLANCE_MS }).catch(() => false);
    if (!isEnabled) throw error;
    const asked = button
      .page()
      .waitForEvent('request')
      .catch(() => undefined);
    await button.press('Enter', { noWaitAfter: true });
    if ((await asked) === undefined) throw error;
  }
}

/** The form of a field; if it has none, the whole page, since a script may submit fields from anywhere in it. */
export async function formAround(field: Locator): Promise<Locator> {
  const form = field.locator('xpath=ancestor::form[1]');
  return (await form.count()) > 0 ? form : field.page().locator(':root');
}

/** Types a text, and presses one key, since a page may wait for key events. */
async function typeIn(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('End', { noWaitAfter: true });
}

/** Fields that a name could be typed into. Those that cannot be reached by keyboard are traps for bots. */
export const typable =
  ':is([type=text], [type=email], [type=tel], :not([type])):not([tabindex="-1"], [aria-hidden=true], [readonly])';

/** Selectors that recognise a field for a login name by its attributes. */
const usualUsername = [
  ...['[autocomplete*=username]', '[type=email]', '[name*=user i]', '[name*=login i]', '[name*=email i]'].map(
    (sign) => `input${typable}${sign}`,
  ),
  `input${typable}[name=uid i]`,
  `input${typable}[name*=identifier i]`,
  ...['id', 'aria-label', 'placeholder'].map((says) => `input${typable}[${says}*=user i]`),
].join(', ');

/** The label of such a field. */
const usernameLabel = /\b(?:user[ -]?(?:name|id)|login|e-?mail|account)\b/i;

/** The field for a login name on a page that asks for a name alone. */
export function usernameField(page: Page, login: LoginPage): Locator {
  if (login.username !== undefined) return shown(page, login.username);
  const labelled = page.getByLabel(usernameLabel).and(page.locator(`input${typable}`));
  return page.locator(usualUsername).or(labelled).filter({ visible: true }).first();
}

/**
 * The field for the user name that belongs to a password: in the same form, whatever else the page asks for; if none
 * is recognised by its attributes, the last text field before the password.
 */
export async function usernameBeside(page: Page, login: LoginPage, password: Locator): Promise<Locator> {
  if (login.username !== undefined) return usernameField(page, login);
  const around = await formAround(password);
  const known = around.locator(usualUsername).filter({ visible: true }).first();
  if (await known.isVisible()) return known;
  const before = password.locator('xpath=preceding::input');
  const last = around.locator(`input${typable}`).and(before).filter({ visible: true }).last();
  // A script may collect fields from several forms.
  return (await last.isVisible()) ? last : usernameField(page, login);
}

const anyPassword = 'input[type=password]';

/** A form that registers a new user, and logs nobody in. */
const registration =
  'form:has(:is(button, input[type=submit]):text-matches("^\\\\W*(register|sign[ -]?up|create|join)\\\\b", "i")):not(:has([autocomplete=current-password]))';

const knownPassword = `${anyPassword}:visible:not([autocomplete=new-password], ${registration} *)`;

/**
 * The field for a user's existing password, not for choosing a new one. If all fields look like new ones, it is the
 * first: a login page may mark its password field as new, so that no browser fills it in.
 */
export function passwordField(page: Page, login: LoginPage) {
  const usual = `${knownPassword}, :root:not(:has(${knownPassword})) ${anyPassword}`;
  return shown(page, login.password ?? usual);
}
