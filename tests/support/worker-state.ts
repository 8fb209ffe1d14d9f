import { type Browser, type BrowserContext, test } from '@playwright/test';
import { type FamiliarPages, noFamiliarPages } from './browser/familiar-pages.ts';
import { carefulContext } from './browser/launch.ts';
import type { RequirementId } from './catalogue.ts';
import type { Granted } from './interface/answers.ts';
import { openReceiver, type Receiver } from './interface/callbacks.ts';
import type { CodeRequest } from './interface/code-parameters.ts';
import { Stopped, stop } from './judging/ledger.ts';
import { offered } from './judging/lifecycle.ts';
import { learnSettings } from './secrets/learn.ts';
import { createMask, type Mask } from './secrets/mask.ts';
import type { Target } from './target.ts';

/**
 * How much memory the secrets of a worker may take, in bytes: about five thousand tokens, several times what the
 * checks ask for. A deployment that hands out more must not exhaust the memory.
 */
const MASK_BYTES = 32 * 1024 * 1024;

/** What a worker keeps for one target from check to check. */
export interface Kept {
  readonly target: Target;
  /** A secret that one check learns must not appear in the evidence of another. */
  readonly mask: Mask;
  /** What is still to be found broken until enough is known; undefined if all checks are to run. */
  readonly sought: Set<RequirementId> | undefined;
  readonly tokens: ReturnType<typeof shared<Granted>>;
  readonly session: ReturnType<typeof renewed<Granted>>;
  readonly code: ReturnType<typeof renewed<string>>;
  readonly guest: ReturnType<typeof shared<string | null>>;
  readonly codeRequest: ReturnType<typeof shared<CodeRequest>>;
  readonly acceptsTokenEndpoint: ReturnType<typeof shared<boolean>>;
  /** What the browser of that user has been through. */
  readonly familiar: FamiliarPages;
  /** The browser context of a user who stays logged in after the first visit. */
  loggedIn(browser: (target: Target) => Promise<Browser>): Promise<BrowserContext>;
  /** Receives the callbacks of the deployment. */
  receiver(): Promise<Receiver>;
  close(): Promise<void>;
}

/**
 * Begins to keep what the checks of one target share.
 *
 * @param settings they hold the secrets that it starts with
 * @param breaks what has to be found broken until enough is known about the target; all checks run if absent
 */
export function keep(
  target: Target,
  settings: Readonly<Record<string, string | undefined>>,
  breaks?: readonly RequirementId[],
): Kept {
  const mask = createMask(MASK_BYTES);
  learnSettings(mask, settings);
  let context: Promise<BrowserContext> | undefined;
  let receiver: Promise<Receiver> | undefined;
  return {
    target,
    mask,
    sought: breaks && new Set(breaks),
    tokens: shared(),
    session: renewed(),
    code: renewed(),
    guest: shared(),
    codeRequest: shared(),
    acceptsTokenEndpoint: shared(),
    familiar: noFamiliarPages(),
    async loggedIn(browser) {
      const { storageState } = target.login;
      const open = await context?.catch(() => undefined);
      // A visit closes its page. One that would not close may keep all others of this context from being shown.
      const isStuck = open !== undefined && open.pages().length > 0;
      if (isStuck) void open.close().catch(() => undefined);
      if (isStuck || open?.browser()?.isConnected() === false) context = undefined;
      context ??= browser(target).then((one) => carefulContext(one, target, storageState));
      return context;
    },
    receiver: () => (receiver ??= openReceiver(offered(target.callback, 'callback'))),
    async close() {
      // If one could not be opened, the checks that asked for it have reported that.
      await (await receiver?.catch(() => undefined))?.close();
      await (await context?.catch(() => undefined))?.close().catch(() => undefined);
    },
  };
}

/**
 * Something that a worker finds out once and its checks share. If finding it out stopped one check, it stops later
 * ones for the same reason.
 */
function shared<T>(): (find: () => Promise<T>) => Promise<T> {
  let found: Promise<T> | undefined;
  return (find) => {
    found ??= find();
    return found.catch((error: unknown) => {
      if (error instanceof Stopped) return stop(test.info(), error.message, error.requirement);
      throw error;
    });
  };
}

/** One failure may be that of a connection; this many in a row, and no success before, are that of the deployment. */
const ENOUGH_FAILURES = 2;

/**
 * Something that each check asks for anew, such as tokens of its own. Where the deployment has never given it and this
 * stopped several checks in a row, it stops later ones for the same reason, and is not asked for again.
 */
function renewed<T>(): (find: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let broken: Stopped | undefined;
  return async (find) => {
    if (broken !== undefined) return stop(test.info(), broken.message, broken.requirement);
    try {
      const found = await find();
      failures = -Infinity;
      return found;
    } catch (error) {
      failures += 1;
      if (error instanceof Stopped && failures >= ENOUGH_FAILURES) broken = error;
      throw error;
    }
  };
}
