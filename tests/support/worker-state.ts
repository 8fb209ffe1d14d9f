import type { Browser, BrowserContext } from '@playwright/test';
import type { Granted } from './answers.ts';
import { carefulContext } from './browser/launch.ts';
import { openReceiver, type Receiver } from './callbacks.ts';
import { offered } from './lifecycle.ts';
import { learnSettings } from './secrets/learn.ts';
import { createMask, type Mask } from './secrets/mask.ts';
import { shared } from './sessions.ts';
import type { Target } from './target.ts';

/**
 * So much memory the secrets of a worker may take, in bytes: some five thousand tokens, several times what the checks
 * ask for. Who hands out more must not fill the memory with them.
 */
const MASK_BYTES = 32 * 1024 * 1024;

/** What a worker keeps of one target from check to check. */
export interface Kept {
  readonly target: Target;
  /** What one check learns to be secret must not show in the evidence of another. */
  readonly mask: Mask;
  readonly tokens: ReturnType<typeof shared<Granted>>;
  readonly guest: ReturnType<typeof shared<string | null>>;
  /** The browser context of a user who is logged in from their first visit on. */
  loggedIn(browser: (target: Target) => Promise<Browser>): Promise<BrowserContext>;
  /** Receives what the deployment requests of us. */
  receiver(): Promise<Receiver>;
  close(): Promise<void>;
}

/** Begins to keep what the checks of one target share; its settings hold the secrets that it starts with. */
export function keep(target: Target, settings: Readonly<Record<string, string | undefined>>): Kept {
  const mask = createMask(MASK_BYTES);
  learnSettings(mask, settings);
  let context: Promise<BrowserContext> | undefined;
  let receiver: Promise<Receiver> | undefined;
  return {
    target,
    mask,
    tokens: shared(),
    guest: shared(),
    loggedIn(browser) {
      const { storageState } = target.login;
      context ??= browser(target).then((one) => carefulContext(one, storageState));
      return context;
    },
    receiver: () => (receiver ??= openReceiver(offered(target.callback, 'callback'))),
    async close() {
      // One that could not be opened has been told of by the checks that asked for it.
      await (await receiver?.catch(() => undefined))?.close();
    },
  };
}
