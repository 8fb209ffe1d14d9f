import { type BrowserContext, type Page, type Request, type Response, test } from '@playwright/test';
import { ledgerOf, mask } from './ledger.ts';
import { learnFromAnswer } from './mask.ts';
import type { LoginPage, Target } from './target.ts';
import type { Answer } from './wire.ts';

/** A page that shows nothing we know by then is taken for the end of the visit. */
const LONGEST_LOOK_MS = 5000;

/** More turns than any flow takes: login, consent, and one page between each. */
const MOST_TURNS = 6;

export type Decision = 'accept' | 'deny';

/** What a browser met on its way from an authorization request to its end. */
export interface Visit {
  /** The redirect to the client, or the page at which the way ended. */
  readonly answer: Answer;
  /** How often the login was asked for. */
  readonly logins: number;
  /** The consent page, if it was shown. */
  readonly consent?: { readonly path: string; readonly mediaType: string; readonly text: string };
}

/**
 * Follows an authorization request in a browser as a user does: logs in and decides wherever it is
 * asked, until it is led back to the redirect URI or no further.
 *
 * @param url the authorization request
 * @param back where the request asks to be led back to
 */
export async function visit(
  context: BrowserContext,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
): Promise<Visit> {
  return test.step(`browser: ${mask.apply(new URL(url).pathname)}, then ${decision}`, async () => {
    const started = performance.now();
    const page = await context.newPage();
    try {
      const seen = await walk(page, target, url, back, decision);
      keepEvidence(seen, url, performance.now() - started);
      return seen;
    } finally {
      await page.close();
    }
  });
}

async function walk(
  page: Page,
  target: Target,
  url: string,
  back: string,
  decision: Decision,
): Promise<Visit> {
  let last: Response | undefined;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  const ledBack = new Promise<Request>((resolve) => {
    page.on('request', (request) => {
      if (request.isNavigationRequest() && back !== '' && request.url().startsWith(back)) resolve(request);
    });
  });
  const patience = Math.min(target.timeoutMs, LONGEST_LOOK_MS);
  let logins = 0;
  let consent: Visit['consent'];
  // Where the redirect URI is not served the navigation fails, and yet has led there.
  let failure: string | undefined;
  await page
    .goto(url, { waitUntil: 'commit', timeout: target.timeoutMs })
    .catch((error: Error) => (failure = error.message));

  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const stage = await stageOf(
      page,
      target.login,
      ledBack,
      () => last !== undefined && showsNothing(last),
      patience,
    );
    if (typeof stage !== 'string')
      return { answer: await redirected(url, stage), logins, ...(consent && { consent }) };
    if (stage === 'end') break;
    const moved = Promise.race([ledBack, page.waitForEvent('framenavigated', { timeout: patience })]).catch(
      () => undefined,
    );
    if (stage === 'consent') {
      consent = await describe(page, last);
      await button(page, target.login, decision).click();
    } else {
      if (stage === 'password') logins += 1;
      // A login page that asks again does not take what it was given.
      if (logins > 1 || target.user === undefined) break;
      await fillIn(page, target.login, target.user, stage);
    }
    await moved;
  }
  return { answer: await ended(url, last, failure), logins, ...(consent && { consent }) };
}

/** An error, or no page for people: nothing will be asked there. */
function showsNothing(response: Response): boolean {
  const isPage = /html/i.test(response.headers()['content-type'] ?? 'html');
  return response.status() >= 400 || (response.status() < 300 && !isPage);
}

type Stage = 'username' | 'password' | 'consent' | 'end';

/** What the page asks for, or the request that leads back, whichever comes first. */
async function stageOf(
  page: Page,
  login: LoginPage,
  ledBack: Promise<Request>,
  failed: () => boolean,
  patience: number,
): Promise<Stage | Request> {
  const visible = async (stage: Stage, locator: ReturnType<Page['locator']>): Promise<Stage> => {
    await locator.waitFor({ state: 'visible', timeout: patience });
    return stage;
  };
  const asked = Promise.any([
    visible('password', page.locator(login.password ?? 'input[type=password]').first()),
    visible('consent', button(page, login, 'accept')),
    visible('username', usernameField(page, login)),
  ]).catch((): Stage => 'end');
  if (failed()) return Promise.race([ledBack, Promise.resolve<Stage>('end')]);
  const stage = await Promise.race([ledBack, asked]);
  // A form with both fields shows them at once; one that asks for the name first has no password field.
  const hasPassword =
    stage === 'username' &&
    (await page
      .locator(login.password ?? 'input[type=password]')
      .first()
      .isVisible());
  return hasPassword ? 'password' : stage;
}

function usernameField(page: Page, login: LoginPage) {
  const usual =
    'input[autocomplete=username], input[type=email], input[name*=user i], input[name*=login i], input[name*=email i]';
  return page.locator(login.username ?? usual).first();
}

function button(page: Page, login: LoginPage, decision: Decision) {
  if (decision === 'accept' && login.consent !== undefined) return page.locator(login.consent).first();
  const name =
    decision === 'accept'
      ? /^\s*(accept|allow|agree|authori[sz]e)/i
      : /^\s*(deny|decline|cancel|reject|refuse)/i;
  return page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
}

async function fillIn(
  page: Page,
  login: LoginPage,
  user: NonNullable<Target['user']>,
  stage: Stage,
): Promise<void> {
  const username = usernameField(page, login);
  if (await username.isVisible()) await username.fill(user.username);
  const password = page.locator(login.password ?? 'input[type=password]').first();
  if (stage === 'password') await password.fill(user.password);
  if (login.submit !== undefined) await page.locator(login.submit).first().click();
  else await (stage === 'password' ? password : username).press('Enter');
}

async function describe(page: Page, response: Response | undefined): Promise<NonNullable<Visit['consent']>> {
  const mediaType = (response?.headers()['content-type'] ?? '').split(';', 1)[0] ?? '';
  return { path: new URL(page.url()).pathname, mediaType, text: await page.locator('body').innerText() };
}

/** The redirect to the client; a page that leads there by itself counts as one. */
async function redirected(url: string, request: Request): Promise<Answer> {
  const from = await request.redirectedFrom()?.response();
  const headers = { ...from?.headers(), location: request.url() };
  return { method: 'GET', url, status: from?.status() ?? 302, headers, text: '', json: undefined };
}

async function ended(url: string, last: Response | undefined, failure: string | undefined): Promise<Answer> {
  if (last === undefined) {
    return {
      method: 'GET',
      url,
      status: 0,
      headers: {},
      text: '',
      json: undefined,
      failure: mask.apply(failure ?? 'no answer'),
    };
  }
  const text = await last.text().catch(() => '');
  return { method: 'GET', url, status: last.status(), headers: last.headers(), text, json: undefined };
}

function keepEvidence({ answer }: Visit, url: string, durationMs: number): void {
  learnFromAnswer(mask, answer.text, answer.headers);
  const { location } = answer.headers;
  ledgerOf(test.info()).exchanges.push({
    method: 'GET',
    url: mask.apply(url),
    requestHeaders: {},
    ...(answer.failure === undefined
      ? {
          status: answer.status,
          responseHeaders: location === undefined ? {} : { location: mask.apply(location) },
        }
      : { failure: answer.failure }),
    durationMs: Math.round(durationMs),
    curl: `# in a browser, as a user who logs in: ${mask.apply(url)}`,
  });
}
