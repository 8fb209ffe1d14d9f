/**
 * The command behind `npm run bench`: how long the suite takes, next to its lower bound. Every figure is measured in
 * this run on this machine.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultOutput, writeWhole } from '../../reports/output.ts';
import { isLast } from '../launch/order.ts';
import { startMock } from '../mock/index.ts';
import { type Constant, constants, startConstant } from '../mutants/constant.ts';
import { startReference } from '../reference/start.ts';
import { slow } from '../stability/weather.ts';
import { type Chains, chainsOf } from './chain.ts';
import { emptyPlaywright, replay, requestsOf } from './floor.ts';
import { multiplyStock } from './more-stock.ts';
import { type Measured, measured, seconds } from './statistics.ts';
import { runSuite, type SuiteRun } from './suite-run.ts';

/** The delay added to every answer to simulate a slow network. */
const LATENCY_MS = 100;

/** The factor by which the numbers in stock are multiplied. */
const TIMES = 10;

/** As in playwright.config.ts. */
const WORKERS = 3;

/** The turn that a file belongs to: sessions of one user coexist at the reference. */
function turnOf(file: string): string {
  return isLast(file) ? 'last' : file;
}

/** One way to run the suite, measured several times. */
interface Series {
  readonly wallMs: Measured;
  readonly requests: number;
  /** Requests per requirement that a check judged. */
  readonly requestsPerRequirement: number;
  readonly outcome: string;
  /** The peak memory of the suite's processes, without the browser, in megabytes. */
  readonly peakMegabytes?: number;
  readonly browserMegabytes?: number;
}

interface Floor {
  readonly emptyPlaywrightMs: Measured;
  readonly replayMs: Measured;
  readonly requests: number;
  /** How many of them were answered when sent again. */
  readonly answered: number;
}

const parts = {
  mock: 'the suite on the mock, beside its floor',
  reference: 'the suite on the reference, beside its floor',
  latency: `the suite on the reference with ${LATENCY_MS} ms added to every answer, beside its chains of requests`,
  workers: 'the suite on the reference with 1 to 4 workers',
  one: 'one requirement on the mock, by its id',
  alike: 'a deployment that answers everything alike, with 404',
  stock: `the suite on the reference with ${TIMES} times the numbers in stock`,
} as const;
type Part = keyof typeof parts;

const usage = [
  'npm run bench                       all parts, each measured three times',
  'npm run bench -- [--rounds N] PART… only these parts',
  ...Object.entries(parts).map(([name, what]) => `  ${name.padEnd(10)} ${what}`),
].join('\n');

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '3' } },
  });
  const rounds = Number(values.rounds);
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
    console.error(usage);
    return 2;
  }
  const chosen = (positionals.length > 0 ? positionals : Object.keys(parts)) as Part[];
  const machine = {
    cpus: os.cpus().length,
    node: process.version,
    // Other work on the machine raises every figure, so the load is reported.
    loadBefore: os.loadavg()[0] ?? 0,
  };
  const results: Record<string, unknown> = {};
  for (const part of chosen) {
    console.log(`\n${parts[part]}`);
    results[part] = await measure[part](rounds);
  }
  const file = path.join(defaultOutput(), 'bench.json');
  const whole = {
    schemaVersion: 1,
    rounds,
    machine: { ...machine, loadAfter: os.loadavg()[0] ?? 0 },
    ...results,
  };
  writeWhole(file, `${JSON.stringify(whole, null, 2)}\n`);
  console.log(
    `\n${machine.cpus} CPUs, Node ${machine.node}, load ${machine.loadBefore.toFixed(1)} before and ${whole.machine.loadAfter.toFixed(1)} after (the machine is idle below 0.5)`,
  );
  console.log(path.relative(process.cwd(), file));
  return 0;
}

const measure: { readonly [part in Part]: (rounds: number) => Promise<unknown> } = {
  async mock(rounds) {
    const requests = await requestsOf('mock');
    return besideFloor(
      await series('suite', rounds, () => runSuite('mock')),
      await floor(rounds, requests, startMock),
    );
  },

  async reference(rounds) {
    const requests = await requestsOf('reference');
    return besideFloor(
      await series('suite', rounds, () => runSuite('reference')),
      await floor(rounds, requests, startReference),
    );
  },

  async latency(rounds) {
    const counted: SuiteRun[] = [];
    const suite = await series('suite', rounds, async () => {
      const one = await withReference({ rules: slow(LATENCY_MS) });
      counted.push(one);
      return one;
    });
    const chains = chainsOf(counted[0]?.evidence ?? { checks: [] }, WORKERS, turnOf);
    return { suite, chains: tellChains(suite, chains) };
  },

  async workers(rounds) {
    const all: Record<string, Series> = {};
    for (const workers of [1, 2, 3, 4]) {
      all[workers] = await series(`${workers} at a time`, rounds, () =>
        runSuite('reference', [`--workers=${workers}`]),
      );
    }
    return all;
  },

  one: (rounds) => series('suite', rounds, () => runSuite('mock', ['--grep', '@TEL-210'])),

  async alike(rounds) {
    const target = await startConstant(constants['constant-404'] as Constant);
    const suite = await series('suite', rounds, () => runSuite('live', [], target.settings));
    await target.close();
    return suite;
  },

  async stock(rounds) {
    const before = await series('as it is', rounds, () => withReference());
    const takeOut = multiplyStock(TIMES);
    const more = await series(`${TIMES} times`, rounds, () => withReference());
    takeOut();
    const ratio = more.wallMs.median / before.wallMs.median;
    tell(
      'growth',
      `${ratio.toFixed(2)} times the time, ${(more.requests / before.requests).toFixed(2)} times the requests`,
    );
    return { before, more, ratio };
  },
};

/** One run on a reference that this process starts; it is treated as a live target. */
async function withReference(options: Parameters<typeof startReference>[0] = {}): Promise<SuiteRun> {
  const reference = await startReference(options);
  try {
    return await runSuite('live', [], reference.settings);
  } finally {
    await reference.close();
  }
}

async function series(name: string, rounds: number, once: () => Promise<SuiteRun>): Promise<Series> {
  const runs: SuiteRun[] = [];
  while (runs.length < rounds) runs.push(await once());
  const [first] = runs;
  if (first === undefined) throw new Error('Nothing was measured');
  const peaks = runs.flatMap(({ peak }) => peak ?? []);
  const megabytes = (of: 'suite' | 'browser'): number =>
    Math.round(Math.max(...peaks.map((peak) => peak[of])) / 2 ** 20);
  const all: Series = {
    wallMs: measured(runs.map(({ wallMs }) => wallMs)),
    requests: first.requests,
    requestsPerRequirement: first.requests / first.judged,
    outcome: first.verdicts.outcome,
    ...(peaks.length > 0 && { peakMegabytes: megabytes('suite'), browserMegabytes: megabytes('browser') }),
  };
  tell(
    name,
    `${seconds(all.wallMs)}, ${all.requests} requests, ${all.requestsPerRequirement.toFixed(2)} for each of ${first.judged} requirements judged, ${all.outcome}`,
  );
  if (peaks.length > 0)
    tell('memory', `${all.peakMegabytes} MB at the peak, and ${all.browserMegabytes} MB of the browser`);
  return all;
}

async function floor(
  rounds: number,
  requests: Awaited<ReturnType<typeof requestsOf>>,
  start: () => Promise<{ readonly urls: Parameters<typeof replay>[1]; close(): Promise<void> }>,
): Promise<Floor> {
  const empty: number[] = [];
  const replays: number[] = [];
  let answered = 0;
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await emptyPlaywright());
    const target = await start();
    const replayed = await replay(requests, target.urls);
    await target.close();
    replays.push(replayed.wallMs);
    answered = replayed.answered;
  }
  return {
    emptyPlaywrightMs: measured(empty),
    replayMs: measured(replays),
    requests: requests.length,
    answered,
  };
}

function besideFloor(suite: Series, floor: Floor): object {
  const least = floor.emptyPlaywrightMs.median + floor.replayMs.median;
  const ratio = suite.wallMs.median / least;
  tell('empty', `${seconds(floor.emptyPlaywrightMs)}, Playwright with one empty test`);
  tell(
    'replay',
    `${seconds(floor.replayMs)}, the same requests by a bare loop (${floor.requests} received, the browser's among them; ${floor.answered} answered again)`,
  );
  tell('ratio', `${ratio.toFixed(1)} times the two together`);
  return { suite, floor, ratio };
}

function tellChains(suite: Series, chains: Chains): object {
  const of = (requests: number) => ({
    requests,
    ms: requests * LATENCY_MS,
    ratio: suite.wallMs.median / (requests * LATENCY_MS),
  });
  const all = { check: of(chains.check), turn: of(chains.turn), worker: of(chains.worker) };
  const say = (name: keyof Chains, what: string): void => {
    const { requests, ms, ratio } = all[name];
    tell(
      name,
      `${requests} requests, ${(ms / 1000).toFixed(1)} s of latency; the suite takes ${ratio.toFixed(1)} times that (${what})`,
    );
  };
  say('check', 'the longest check, then the longest sign-out check');
  say('turn', 'the longest turn, then the sign-outs');
  say('worker', `all requests by ${WORKERS} workers`);
  return all;
}

function tell(name: string, text: string): void {
  console.log(`  ${name.padEnd(12)} ${text}`);
}

process.exitCode = await run(process.argv.slice(2));
