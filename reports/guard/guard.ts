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

/** Knows every secret of a run, and keeps all of them out of what the run writes. */
export interface Guard {
  /** Takes the secrets of the settings, once they are known. */
  begin(env: NodeJS.ProcessEnv, config: FullConfig): void;
  /** Keeps from later reporters, until its test has ended, what a step may show of what is not known yet. */
  stepBegan(step: TestStep): void;
  /** The same, and what is not meant for them at all. */
  stepEnded(result: TestResult, step: TestStep): void;
  /** The whole result for our own eyes; what later reporters see of it is masked. */
  testEnded(result: TestResult): TestResult;
  /** Masks once more, for later reporters, what was told before all secrets were known. */
  end(): void;
  /** The same for our own: a check as the reports may show it. */
  maskCheck(check: Check): Check;
  apply(text: string): string;
  /**
   * Removes every file of this run that shows a secret, or of which nobody can tell; one sentence for each.
   *
   * @param ownWords what the reports say whatever a deployment answers
   */
  sweep(ownWords: readonly string[]): string[];
}

/** So much memory the secrets of a run may take, in bytes, roughly: those of a worker and as much again. */
const MASK_BYTES = 64 * 1024 * 1024;

/**
 * A guard for the run that starts. Workers seal what they learn by a key that only they and this
 * process know, so it has to be made before they are started.
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
      const { record, ending } = check;
      return {
        ...check,
        ...(record && { record: maskRecord(record, mask) }),
        ending: 'reason' in ending ? { ...ending, reason: mask.apply(ending.reason) } : ending,
      };
    },
    apply: (text) => mask.apply(text),
    sweep(ownWords) {
      // Reports of others name the folder in which all of it lies.
      const innocent = [...ownWords, ...open, process.cwd()].join('\n');
      const leaks = removeLeaks(findLeaks(writtenSince(places, startedAt), mask.takeNew(), innocent));
      const more = `The deployment handed out more values that look like secrets than can be searched for: files may show ${unknown} of them.`;
      return unknown === 0 ? leaks : [...leaks, more];
    },
  };
}

/** What the settings say openly, which the reports name: an address, a user. */
function openSettings(env: NodeJS.ProcessEnv): string[] {
  const secret = new Set<string>(secretSettings);
  return Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('TARGET_') && !secret.has(name) && value !== undefined ? [value] : [],
  );
}

/** Where Playwright's reporters write unless they are told otherwise. */
const usual = ['playwright-report', 'blob-report', 'test-results', 'allure-results'];

/** The files and folders that Playwright, its reporters and those of others write to. */
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

/** What was asked of Playwright and is not done, since it would put secrets on disk; one sentence each. */
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
