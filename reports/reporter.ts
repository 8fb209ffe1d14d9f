import { existsSync } from 'node:fs';
import path from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import { catalogue } from '../tests/support/catalogue.ts';
import { DEEP } from '../tests/support/judging/check-record.ts';
import { maskStrings } from '../tests/support/secrets/mask.ts';
import { createGuard, type Guard, noticesOf } from './guard/guard.ts';
import { unfinished } from './guard/scan.ts';
import { readAgainst } from './judge/against.ts';
import { checkOf, coveredBy, fileOf, messageOf, nameOf, pendingCheck, whereOf } from './judge/collect.ts';
import { leftOut } from './judge/listing.ts';
import { EXIT, exitCodeOf } from './judge/outcome.ts';
import { condense, explain } from './judge/reason.ts';
import { judgeRun, type RunInput } from './judge/run.ts';
import { shardOf } from './judge/shards.ts';
import { targetFrom } from './judge/target.ts';
import { suiteVersion } from './judge/version.ts';
import type { Check, Run, Unrecorded } from './model.ts';
import { clear, defaultOutput, filesIn, withoutCommands, writeWhole } from './output.ts';
import { plain } from './text.ts';
import { writeAllure } from './write/allure.ts';
import { evidenceFileOf } from './write/evidence-file.ts';
import { junitOf } from './write/junit.ts';
import { ownWords } from './write/own-words.ts';
import { paintFor } from './write/paint.ts';
import { Progress } from './write/progress.ts';
import { summaryOf } from './write/terminal.ts';

/** How often the verdict file is updated during a run, in case the run is killed. */
const REWRITE_MS = 1000;

const CUT_OFF: Unrecorded = { is: 'not-exercised', reason: 'the run was cut off before this check ended' };

const NO_CHECK =
  'No check matches the selection: select by id (--grep @TEL-014), by folder or by file (tests/telephony).';

const version = suiteVersion();

/** How a run ended: whether it is complete, and how a selected check without a result ended. */
interface End {
  readonly complete: boolean;
  readonly unreached: Unrecorded;
}

/** The same, with the judged run. */
interface Judged extends End {
  readonly run: Run;
}

/** The options of this reporter in the Playwright configuration. */
export interface Options {
  /** Where to write; by default `CONFORMANCE_OUTPUT`, or else `reports/out`. */
  readonly outputDirectory?: string;
}

/**
 * Turns a Playwright run into verdicts on requirements. From the start there is a verdict file that says the run is
 * not complete, so that a run that dies never leaves the file of an earlier run, or none. With `--list` it prints
 * nothing and touches no file.
 */
export default class ConformanceReporter implements Reporter {
  readonly #listing = process.argv.includes('--list');
  readonly #directory: string;
  readonly #paint = paintFor(process.stdout, process.env);
  readonly #progress = new Progress(process.stdout, this.#paint, catalogue);
  readonly #startedAt = new Date();
  readonly #selected: TestCase[] = [];
  readonly #checks = new Map<string, Check[]>();
  readonly #errors: string[] = [];
  readonly #guard: Guard | undefined;
  #end: Judged | undefined;
  #failedLate = false;
  #stopsEarly = false;
  /** What the verdicts are compared with, and which part of the suite they cover. */
  #against: Pick<RunInput, 'deviations' | 'leftOut' | 'baseline' | 'shard' | 'strict'> = { strict: true };
  #configFile: string | undefined;
  #rewrite: NodeJS.Timeout | undefined;

  constructor({ outputDirectory }: Options = {}) {
    this.#directory = path.resolve(outputDirectory ?? defaultOutput());
    if (this.#listing) return;
    this.#guard = createGuard(this.#directory);
    clear(this.#directory);
    this.#writeVerdicts(this.#judge(false));
  }

  onBegin(config: FullConfig, suite: Suite): void {
    if (this.#listing) return;
    const { maxFailures, shard } = config;
    this.#guard?.begin(process.env, config);
    for (const notice of noticesOf(config)) this.#progress.print(`${notice}\n`);
    this.#stopsEarly = maxFailures > 0;
    this.#configFile = config.configFile;
    this.#selected.push(...suite.allTests());
    const { mistakes, ...against } = readAgainst(process.env);
    this.#against = { ...this.#masked(against), ...(shard && { shard: shardOf(shard, process.env) }) };
    // If nothing was selected, the set-up has failed and has reported why.
    if (this.#selected.length > 0) this.#errors.push(...mistakes);
    this.#progress.begin(this.#selected.map(fileOf));
    this.#writeVerdicts(this.#judge(false));
  }

  onStepBegin(_test: TestCase, _result: TestResult, step: TestStep): void {
    this.#guard?.stepBegan(step);
  }

  onStepEnd(_test: TestCase, result: TestResult, step: TestStep): void {
    this.#guard?.stepEnded(result, step);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const check = checkOf(test, this.#guard?.testEnded(result) ?? result);
    this.#checks.set(test.id, [...(this.#checks.get(test.id) ?? []), check]);
    if (coveredBy(test).length === 0) this.#judgeHelper(result, check);
    this.#progress.end(fileOf(test), check);
    this.#rewrite ??= setTimeout(() => {
      this.#rewrite = undefined;
      this.#writeVerdicts(this.#judge(false));
    }, REWRITE_MS).unref();
  }

  /** What a check prints is shown: it is there for debugging. */
  onStdOut(chunk: string | Buffer): void {
    this.#progress.print(plain(String(chunk)));
  }

  onStdErr(chunk: string | Buffer): void {
    this.#progress.print(plain(String(chunk)));
  }

  /** Errors outside every check: the configuration, the global set-up, no test found. */
  onError(error: TestError): void {
    const message = explain(messageOf(error));
    // The summary has been printed, so an error while reports are written is reported separately.
    if (this.#end !== undefined) this.#fail(this.#guard?.apply(message) ?? message);
    else if (!message.startsWith('No tests found')) this.#errors.push(message + whereOf(error));
    // If test files do not parse, Playwright reports this as well, which would hide the reason.
    else if (this.#errors.length === 0) this.#errors.push(NO_CHECK);
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult['status'] } | undefined> {
    if (this.#listing) return undefined;
    clearTimeout(this.#rewrite);
    const ended = status === 'passed' || status === 'failed';
    const complete = ended && this.#hasBegun() && this.#selected.every(({ id }) => this.#checks.has(id));
    this.#maskOnceMore();
    const end = { complete, unreached: ended && !this.#stopsEarly ? this.#prevented() : CUT_OFF };
    const run = this.#judgeWhole(this.#judge(complete, end.unreached), end);
    this.#end = { ...end, run };
    const files = filesIn(this.#directory);
    // The run is complete only when all written files have been searched.
    this.#writeVerdicts(this.#judge(false, end.unreached));
    this.#writeReports(run);
    this.#progress.clear();
    const shown = [files.verdicts, files.junit].map((file) => path.relative(process.cwd(), file));
    shown.push(
      `${path.relative(process.cwd(), files.allureResults)} ("npm run report" builds a page from them)`,
    );
    process.stdout.write(`${withoutCommands(summaryOf(run, this.#paint, shown)).join('\n')}\n`);
    // Playwright knows only failed tests; its exit code should agree with ours.
    return ended ? { status: exitCodeOf(run.file, run.strict) === EXIT.ok ? 'passed' : 'failed' } : undefined;
  }

  /** All secrets are known now, including those that one check showed before another learned them. */
  #maskOnceMore(): void {
    const guard = this.#guard;
    if (guard === undefined) return;
    guard.end();
    for (const [id, checks] of this.#checks)
      this.#checks.set(
        id,
        checks.map((check) => guard.maskCheck(check)),
      );
    this.#errors.splice(0, Infinity, ...this.#errors.map((error) => guard.apply(error)));
    this.#against = this.#masked(this.#against);
  }

  /** The text of a known deviation, and the observations of an earlier run, may contain a secret. */
  #masked<T extends Pick<RunInput, 'deviations' | 'baseline'>>(against: T): T {
    const guard = this.#guard;
    if (guard === undefined) return against;
    const { deviations, baseline } = against;
    return {
      ...against,
      ...(deviations && { deviations: maskStrings(deviations, guard) }),
      ...(baseline && {
        baseline: { ...baseline, requirements: maskStrings(baseline.requirements, guard) },
      }),
    };
  }

  /** Runs when every reporter has written its files: none of them may show a secret. */
  async onExit(): Promise<void> {
    const guard = this.#guard;
    if (guard === undefined) return;
    const own = ownWords(catalogue);
    const sweep = (): boolean => {
      try {
        for (const leak of guard.sweep([own, ...this.#selected.map(nameOf)])) this.#fail(leak);
        return true;
      } catch (error) {
        this.#fail(unfinished(error));
        return false;
      }
    };
    const isSwept = sweep();
    // If the verdict file itself leaked, it is not written again: the run then has none and does not exit 0.
    if (!existsSync(filesIn(this.#directory).verdicts) || this.#end === undefined) return;
    if (!this.#failedLate) return this.#writeVerdicts(this.#end.run);
    const { complete, unreached } = this.#end;
    const run = this.#judge(complete && isSwept, unreached);
    this.#writeVerdicts(run);
    // The other reports say what the verdict file says, as far as they can be written and show no secret.
    try {
      this.#writeReports(run);
    } catch {
      // What could not be written shows nothing.
    }
    sweep();
  }

  /** Writes everything except the verdict file. */
  #writeReports(run: Run): void {
    const { evidence, junit, allureResults } = filesIn(this.#directory);
    writeWhole(evidence, `${JSON.stringify(evidenceFileOf(run))}\n`);
    writeWhole(junit, junitOf(run));
    writeAllure(run, allureResults);
  }

  /** Reports an error that occurs after the summary was printed: at once, and only once. */
  #fail(error: string): void {
    this.#failedLate = true;
    if (this.#errors.includes(error)) return;
    this.#errors.push(error);
    process.stderr.write(`${error}\n`);
  }

  printsToStdio(): boolean {
    return !this.#listing;
  }

  /** A test that covers nothing (a preflight, a set-up) judges no row, but its failure must be reported. */
  #judgeHelper({ status, errors: [error] }: TestResult, { name }: Check): void {
    if (status === 'failed') this.#errors.push(`${name}: ${condense(messageOf(error))}${whereOf(error)}`);
    if (status === 'timedOut') this.#errors.push(`${name}: it did not finish in time`);
  }

  /** A project that others depend on failed: Playwright runs none of their checks. */
  #prevented(): Unrecorded {
    return {
      is: 'blocked',
      reason: `the check did not run: ${this.#errors[0] ?? 'something before it broke'}`,
    };
  }

  /** @param unreached how a selected check without a result ended */
  #judge(complete: boolean, unreached = CUT_OFF): Run {
    return judgeRun({
      catalogue,
      checks: this.#selected.flatMap((test) => this.#checks.get(test.id) ?? pendingCheck(test, unreached)),
      began: this.#hasBegun(),
      complete,
      errors: this.#errors,
      version,
      target: targetFrom(process.env),
      startedAt: this.#startedAt,
      durationMs: Date.now() - this.#startedAt.getTime(),
      depth: this.#selected.some(({ tags }) => tags.includes(DEEP)) ? 'full' : 'core',
      ...this.#against,
    });
  }

  /**
   * An entry is stale only if every check of its requirement was selected. The others are looked up only when needed.
   */
  #judgeWhole(run: Run, { complete, unreached }: End): Run {
    const isStale = run.file.deviations?.some(({ state }) => state === 'stale') ?? false;
    if (!isStale || this.#configFile === undefined) return run;
    const selected = new Set(this.#selected.map(({ id }) => id));
    try {
      this.#against = { ...this.#against, leftOut: leftOut(this.#configFile, selected) };
    } catch (error) {
      this.#errors.push((error as Error).message);
    }
    return this.#judge(complete, unreached);
  }

  /**
   * If nothing was selected, that is a mistake or a failed set-up; in a shard it may only mean that there are many
   * shards.
   */
  #hasBegun(): boolean {
    const { shard } = this.#against;
    return this.#selected.length > 0 || (shard !== undefined && this.#errors.length === 0);
  }

  #writeVerdicts({ file }: Run): void {
    writeWhole(filesIn(this.#directory).verdicts, `${JSON.stringify(file, null, 2)}\n`);
  }
}
