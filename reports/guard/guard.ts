import path from 'node:path';
import type { FullConfig, TestResult, TestStep } from '@playwright/test/reporter';
import { learnSettings } from '../../tests/support/secrets/learn.ts';
import { createMask } from '../../tests/support/secrets/mask.ts';
import { maskRecord } from '../../tests/support/secrets/mask-record.ts';
import { newKey, SEAL_KEY } from '../../tests/support/secrets/seal.ts';
import { secretSettings } from '../../tests/support/target.ts';
import type { Check } from '../model.ts';
import { holdBack, redact, secretsOf, whole, withhold } from './redact.ts';
import { findLeaks, removeLeaks, writtenSince } from './scan.ts';

/** Knows every secret of a run, and keeps them out of everything that the run writes. */
export interface Guard {
  /** Learns the secrets in the settings, once they are known. */
  begin(env: NodeJS.ProcessEnv, config: FullConfig): void;
  /** Withholds from later reporters, until the test has ended, what a step might show of secrets not known yet. */
  stepBegan(step: TestStep): void;
  /** The same, and attachments that are not meant for them. */
  stepEnded(result: TestResult, step: TestStep): void;
  /** Returns the complete result for our own reports; later reporters see it masked. */
  testEnded(result: TestResult): TestResult;
  /** Masks results for later reporters again, now that all secrets are known. */
  end(): void;
  /** The same for our own reports: a check with its secrets masked. */
  maskCheck(check: Check): Check;
  apply(text: string): string;
  /**
   * Removes every file of this run that shows a secret, or may show one; returns one sentence for each.
   *
   * @param ownWords what the reports always contain, regardless of the deployment
   */
  sweep(ownWords: readonly string[]): string[];
}

/** How much memory the secrets of a run may take, in bytes, roughly: twice those of a worker. */
const MASK_BYTES = 64 * 1024 * 1024;

/**
 * A guard for the run that starts. Workers encrypt what they learn with a key that only they and this process know,
 * so it has to be created before they start.
 *
 * @param directory where our own reports are written
 */
export function createGuard(directory: string): Guard {
  const key = newKey();
  process.env[SEAL_KEY] = key;
  const startedAt = Date.now();
  const mask = createMask(MASK_BYTES);
  let unknown = 0;
  const results: TestResult[] = [];
  let places: string[] = [directory];
  let open: string[] = [];
  return {
    begin(env, config) {
      learnSettings(mask, env);
      places = [directory, ...placesOf(config, env)];
      open = openSettings(env);
    },
    stepBegan: holdBack,
    stepEnded(result, step) {
      holdBack(step);
      withhold(result);
    },
    testEnded(result) {
      withhold(result);
      for (const [name, value] of secretsOf(result, key)) if (!mask.learn(name, value)) unknown += 1;
      redact(result, mask);
      results.push(result);
      return whole(result);
    },
    end() {
      for (const result of results) redact(result, mask);
    },
    maskCheck(check) {
      const { record, unrecorded } = check;
      return {
        ...check,
        ...(record && { record: maskRecord(record, mask) }),
        ...(unrecorded && { unrecorded: { ...unrecorded, reason: mask.apply(unrecorded.reason) } }),
      };
    },
    apply: (text) => mask.apply(text),
    sweep(ownWords) {
      // Other reporters may write the path of the project.
      const innocent = [...ownWords, ...open, process.cwd()].join('\n');
      const leaks = removeLeaks(findLeaks(writtenSince(places, startedAt), mask.takeNew(), innocent));
      const more = `The deployment handed out more values that look like secrets than can be searched for: files may show ${unknown} of them.`;
      return unknown === 0 ? leaks : [...leaks, more];
    },
  };
}

/** The settings that are not secret and that reports may show, such as a URL or a user name. */
function openSettings(env: NodeJS.ProcessEnv): string[] {
  const secret = new Set<string>(secretSettings);
  return Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('TARGET_') && !secret.has(name) && value !== undefined ? [value] : [],
  );
}

/** Where Playwright's reporters write by default. */
const usual = ['playwright-report', 'blob-report', 'test-results', 'allure-results'];

/** The files and folders that Playwright and all reporters write to. */
function placesOf(config: FullConfig, env: NodeJS.ProcessEnv): string[] {
  const bases = [process.cwd(), path.dirname(config.configFile ?? config.rootDir)];
  const named = [
    ...config.reporter.flatMap(([, options]) => Object.values((options ?? {}) as Record<string, unknown>)),
    ...Object.entries(env).flatMap(([name, value]) =>
      /^PLAYWRIGHT_\w*(OUTPUT|REPORT)/.test(name) ? [value] : [],
    ),
  ];
  const files = named.filter((name): name is string => typeof name === 'string' && name !== '');
  return [
    ...config.projects.map(({ outputDir }) => outputDir),
    ...bases.flatMap((base) => [...usual, ...files].map((name) => path.resolve(base, name))),
  ];
}

/** Playwright options that are ignored because they would write secrets to disk; one sentence each. */
export function noticesOf({ projects }: FullConfig): string[] {
  const asked = (['trace', 'screenshot', 'video'] as const).filter((name) =>
    projects.some(({ use }) => {
      const option: unknown = use[name];
      const mode =
        typeof option === 'object' && option !== null ? (option as { mode?: unknown }).mode : option;
      return mode !== undefined && mode !== 'off';
    }),
  );
  return asked.map(
    (name) =>
      `No ${name} is recorded, although one was requested: it would contain passwords, codes and tokens. The evidence of each check shows what was sent and what came back.`,
  );
}
