/**
 * The command behind `npm run stability`: judges the reference repeatedly, in different orders, with one, two
 * and four workers, over good and bad connections, and reports every requirement whose result is not always the same.
 */
import { parseArgs } from 'node:util';
import type { Verdicts } from '../../reports/model.ts';
import { line } from '../../reports/text.ts';
import { isLast } from '../launch/order.ts';
import { listChecks } from '../mutants/list-checks.ts';
import type { Rules } from '../reference/rules/index.ts';
import { startReference } from '../reference/start.ts';
import { instabilities } from './compare.ts';
import { randomOf, shuffled } from './random.ts';
import { verdictsOf } from './verdicts.ts';
import { jittery, lossy, slow } from './weather.ts';

const usage = `npm run stability                              twenty runs over calm connections, then two over each bad kind
npm run stability -- [--runs N] [--seed S] [KIND…]   N runs of each of these kinds: calm, slow, jittery, lossy`;

/** The kinds of connections. With one cut in a hundred, most of a run still succeeds. */
const kinds = {
  calm: () => ({}),
  slow: () => slow(50),
  jittery: jittery(100),
  lossy: lossy(100),
} satisfies Record<string, (random: () => number) => Partial<Rules>>;
type Kind = keyof typeof kinds;

/** No verdict depends on how many workers there are. */
const WORKERS = [1, 2, 4];

interface Plan {
  readonly kind: Kind;
  readonly seed: number;
  readonly workers: number;
}

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { runs: { type: 'string' }, seed: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  const unknown = positionals.filter((name) => !Object.hasOwn(kinds, name));
  if (
    unknown.length > 0 ||
    !Number.isInteger(seed) ||
    (runs !== undefined && !(Number.isInteger(runs) && runs > 0))
  ) {
    console.error(usage);
    return 2;
  }
  const chosen = (positionals.length > 0 ? positionals : Object.keys(kinds)) as Kind[];
  const plans = chosen.flatMap((kind) =>
    Array.from({ length: runs ?? (kind === 'calm' ? 20 : 2) }, (_, nth) => ({
      kind,
      workers: WORKERS[nth % WORKERS.length] ?? 1,
    })),
  );
  console.log(`${plans.length} runs, seed ${seed} (to repeat: --seed ${seed})`);
  const files = [...new Set(listChecks().map(({ file }) => file))].filter((file) => !isLast(file));

  let first: Verdicts | undefined;
  let unstable = 0;
  for (const [index, plan] of plans.entries()) {
    const began = performance.now();
    const verdicts = await judged({ ...plan, seed: seed + index }, files);
    first ??= verdicts;
    const found = instabilities(first.requirements, verdicts.requirements, plan.kind === 'lossy');
    const wrong = found.filter(({ excused }) => !excused);
    unstable += wrong.length;
    const excused = found.length - wrong.length;
    console.log(
      `${String(index + 1).padStart(3)}  ${plan.kind.padEnd(8)} ${plan.workers} at a time, ${((performance.now() - began) / 1000).toFixed(0)} s: ${verdicts.requirements.length - found.length} the same${excused > 0 ? `, ${excused} because of a lost connection` : ''}${wrong.length > 0 ? `, ${wrong.length} DIFFERENT` : ''}`,
    );
    for (const { id, old, new: now } of wrong) {
      const { tests } = verdicts.requirements.find((row) => row.id === id) ?? { tests: [] };
      console.log(`       ${id} ${side(old)} → ${side(now)} (${tests.join(', ')})`);
    }
  }
  console.log(unstable === 0 ? 'All runs agree.' : `${unstable} differences: the suite has to be fixed.`);
  return unstable === 0 ? 0 : 1;
}

function side({
  verdict,
  reason,
  observed,
}: {
  verdict: string;
  reason: string;
  observed: string | null;
}): string {
  return [verdict, line(observed ?? reason)].filter(Boolean).join(' ');
}

/** @throws when the run did not finish, with what it printed */
async function judged({ kind, seed, workers }: Plan, files: readonly string[]): Promise<Verdicts> {
  const random = randomOf(seed);
  const order = shuffled(files, random);
  const reference = await startReference({ rules: kinds[kind](random) });
  try {
    return await verdictsOf(reference.settings, order, workers);
  } finally {
    await reference.close();
  }
}

process.exitCode = await run(process.argv.slice(2));
