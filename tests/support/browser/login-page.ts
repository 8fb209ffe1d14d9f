import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Request, Response } from '@playwright/test';
import { type LoginPage, loginSettings, type Target } from '../target.ts';
import { LEADING_ON_MS, stillness } from './page-idle.ts';

export type Decision = 'accept' | 'deny';

/** What a page asks for; at the end, nothing that we know, and late, nothing yet. */
export type Stage = 'account' | 'username' | 'password' | 'consent' | 'end' | 'late';

/**
 * What a page asks for, or the request that leads back, whichever comes first.
 *
 * @param document whether nothing will be asked there, and whether its header says that it leads on by itself
 * @param patience so many milliseconds may pass until the page shows what it asks for
 */
export async function stageOf(
  page: Page,
  login: LoginPage,
  ledBack: Promise<Request>,
  document: { readonly isOver: boolean; readonly leadsOn: boolean },
  patience: number,
): Promise<Stage | Request> {
  if (document.isOver) return Promise.race([ledBack, Promise.resolve<Stage>('end')]);
  const questions: readonly (readonly [Stage, Locator])[] = [
    ...(login.account === undefined ? [] : [['account', shown(page, login.account)] as const]),
    ['password', shown(page, login.password ?? anyPassword)],
    ['consent', button(page, login, 'accept')],
    ['username', usernameField(page, login)],
  ];
  // One look for all of them: each would ask the page, and is told in the report when the page has gone.
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
  // The first of those that are there: what stands beside a password belongs to the login, whatever it reads.
  const there = async (): Promise<Stage> => {
    for (const [stage, field] of questions) if (await field.isVisible()) return stage;
    return 'end';
  };
  return Promise.race([ledBack, there(), sleep(patience, 'end' as const, { ref: false })]);
}

/** What Playwright says of an action that failed, without the log of its tries. */
export function firstLine(error: unknown): string {
  return (
    (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.replace(/^[\w.]+: /, '') ?? ''
  );
}

/** What is wrong with the selectors of the settings; undefined where all of them can be looked for. */
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

/** Whether a password field holds what was typed into it: a page that has been sent may stay until the next one comes. */
export async function stillHolds(page: Page, login: LoginPage, password: string): Promise<boolean> {
  // The page is not told what it is compared with: by now it may be another one.
  return passwordField(page, login)
    .evaluate(beginningOf, password.length + 1)
    .then(
      (value) => value === password,
      () => false,
    );
}

/** Run in the page: what a field holds, cut there. */
function beginningOf(field: SVGElement | HTMLElement, longest: number): string {
  return (field as HTMLInputElement).value.slice(0, longest);
}

/** Whether an answer is no page for people: nothing will be asked there. */
export function showsNothing(response: Response): boolean {
  const isPage = /html/i.test(response.headers()['content-type'] ?? 'html');
  return !isPage && (response.status() < 300 || response.status() >= 400);
}

/** The first that a selector finds of what is shown. */
function shown(page: Page, selector: string): Locator {
  return page.locator(selector).filter({ visible: true }).first();
}

/** The button or the link of a decision. */
export function button(page: Page, login: LoginPage, decision: Decision) {
  if (decision === 'accept' && login.consent !== undefined) return shown(page, login.consent);
  const name = decisions[decision];
  return page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .filter({ visible: true })
    .first();
}

/** What buttons read. A banner that asks for cookies stands on any page, and decides nothing. */
const decisions: Readonly<Record<Decision, RegExp>> = {
  accept:
    /^\W*(i |yes,? (i )?)?(accept|allow|agree|authori[sz]e|approve|grant)\b(?!.*\b(cookies?|close)\b|\W+all\W*$)/i,
  deny: /^\W*(deny|decline|cancel|reject|refuse|disallow|don\W?t|do not|no)\b(?!.*\bcookies?\b|\W+all\W*$)/i,
};

/** Chooses the kind of account by which to log in. */
export async function choose(page: Page, { account = '' }: LoginPage): Promise<void> {
  await shown(page, account).click({ noWaitAfter: true });
}

/** What a button to log in or to go on reads; one that does so with another account leads elsewhere. */
const sends = /^\W*((log|sign)[ -]?(in|on)|continue|next|submit)\b(?!.*\b(with|using|via)\b)/i;

/** Fills in what a login page asks for, and sends it. */
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
  // Nobody would send an empty password by a form that asks for one: whether it is taken is for the server to say.
  if (stage === 'password' && user.password === '') await password.evaluate(sendAsItIs);
  if (login.submit !== undefined) return shown(page, login.submit).click({ noWaitAfter: true });
  const field = stage === 'password' ? password : username;
  // Enter would press the first button of the form, which may be one to cancel.
  const submit = (await formAround(field))
    .getByRole('button', { name: sends })
    .filter({ visible: true })
    .first();
  const isShown = await submit.isVisible();
  // A page that does not let it go has refused it.
  if (isShown && user.password === '' && (await submit.isDisabled())) return;
  if (isShown) await press(submit);
  else await field.press('Enter', { noWaitAfter: true });
}

/** Run in the page: its form is sent whatever it lacks. */
function sendAsItIs(field: SVGElement | HTMLElement): void {
  const { form } = field as HTMLInputElement;
  if (form !== null) form.noValidate = true;
}

/** What is there by now says at once whether it can be pressed. */
const LONGEST_GLANCE_MS = 500;

/**
 * Presses a button; from the keyboard, if something covers it.
 *
 * @throws why it could not be pressed, where that made the page ask for nothing either
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

/** The form of a field; where it stands in none, a script may send what the whole page has. */
export async function formAround(field: Locator): Promise<Locator> {
  const form = field.locator('xpath=ancestor::form[1]');
  return (await form.count()) > 0 ? form : field.page().locator(':root');
}

/** Types a text; a page may wait for the keys, of which one is pressed. */
async function typeIn(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('End', { noWaitAfter: true });
}

/** Fields that a name could be typed into; such as nobody can get to by keys are there to catch programs. */
export const typable =
  ':is([type=text], [type=email], [type=tel], :not([type])):not([tabindex="-1"], [aria-hidden=true], [readonly])';

/** How a field for a login name is known: by what it says of itself. */
const usualUsername = [
  ...['[autocomplete*=username]', '[type=email]', '[name*=user i]', '[name*=login i]', '[name*=email i]'].map(
    (sign) => `input${typable}${sign}`,
  ),
  `input${typable}[name=uid i]`,
  `input${typable}[name*=identifier i]`,
  ...['id', 'aria-label', 'placeholder'].map((says) => `input${typable}[${says}*=user i]`),
].join(', ');

/** What the label of such a field reads. */
const usernameLabel = /\b(?:user[ -]?(?:name|id)|login|e-?mail|account)\b/i;

export function usernameField(page: Page, login: LoginPage): Locator {
  if (login.username !== undefined) return shown(page, login.username);
  const labelled = page.getByLabel(usernameLabel).and(page.locator(`input${typable}`));
  return page.locator(usualUsername).or(labelled).filter({ visible: true }).first();
}

/**
 * The field for the name that a password belongs to: of the same form, whatever else the page asks for; where none
 * says of itself that it is one, the last before the password.
 */
export async function usernameBeside(page: Page, login: LoginPage, password: Locator): Promise<Locator> {
  if (login.username !== undefined) return usernameField(page, login);
  const around = await formAround(password);
  const known = around.locator(usualUsername).filter({ visible: true }).first();
  if (await known.isVisible()) return known;
  const before = password.locator('xpath=preceding::input');
  const last = around.locator(`input${typable}`).and(before).filter({ visible: true }).last();
  // A script may gather what stands in several forms.
  return (await last.isVisible()) ? last : usernameField(page, login);
}

const anyPassword = 'input[type=password]';

/** A form that registers a new user, and logs nobody in. */
const registration =
  'form:has(:is(button, input[type=submit]):text-matches("^\\\\W*(register|sign[ -]?up|create|join)\\\\b", "i")):not(:has([autocomplete=current-password]))';

const knownPassword = `${anyPassword}:visible:not([autocomplete=new-password], ${registration} *)`;

/**
 * The field for the password of a user, and not for one that is to be chosen. If all fields look like those, it is the
 * first: a login page may call its password new, so that no browser fills it in.
 */
export function passwordField(page: Page, login: LoginPage) {
  const usual = `${knownPassword}, :root:not(:has(${knownPassword})) ${anyPassword}`;
  return shown(page, login.password ?? usual);
}
