import type { Matrix } from '../../tests/mutants/matrix.ts';
import { catalogue, type RequirementId, requirementIds, serverOf } from '../../tests/support/catalogue.ts';
import { inShort } from '../judge/deviations.ts';
import { countsOf, isWrong } from '../judge/outcome.ts';
import { digestOf } from '../judge/run.ts';
import { addressesOf } from '../judge/target.ts';
import type { Entry, Verdict } from '../model.ts';
import { duration, line, plain, shorten } from '../text.ts';
import { exchangeName, onTheWire, type Shown } from '../write/evidence.ts';
import type { CheckEvidence } from '../write/evidence-file.ts';
import { headlineOf } from '../write/headline.ts';
import { type Capability, capabilities } from './capabilities.ts';
import type { ListedCheck } from './checks.ts';
import { homesOf, placesOf } from './homes.ts';
import type {
  CapabilityData,
  CheckData,
  ExchangeData,
  RequirementData,
  RunSummary,
  SilentData,
  StartData,
  Tally,
} from './model.ts';
import type { RunFiles } from './sources.ts';

/** The body of a listing goes on for pages; this much is enough to show what it is. */
const BODY_SHOWN = 4000;

/** The verdicts that need attention, the worst first. */
const wrongFirst = ['fail', 'warn', 'blocked'] as const;

const servers = ['identity', 'collaboration', 'telephony'] as const;
const levels = ['must', 'should', 'choice', 'open'] as const;

/** Everything the pages are made from. */
export interface Content {
  readonly checks: readonly ListedCheck[];
  /** The run that the site reports on, then others that have observed the silent points. */
  readonly runs: readonly RunFiles[];
  /** The run that the first is compared with. */
  readonly older?: RunFiles;
  readonly matrix?: Matrix;
}

/** A run at a glance. */
export function summaryOf({ verdicts }: RunFiles): RunSummary {
  const { target, startedAt, durationMs, requests, complete, outcome, counts, suite, errors } = verdicts;
  const { deviations, drift } = verdicts;
  return {
    name: line(target.name),
    kind: target.kind,
    urls: addressesOf(target).map(([server, url]) => ({ server, url: line(url) })),
    when: timeOf(startedAt),
    duration: duration(durationMs),
    requests,
    complete,
    outcome,
    headline: headlineOf(verdicts),
    counts,
    otherCatalogue: suite.catalogue !== digestOf(catalogue),
    errors: errors.map(line),
    wrongEntries: (deviations ?? []).filter(isWrong).map(({ says }) => line(says)),
    drift: (drift ?? []).map(({ id, kind, old, new: now }) => ({
      id,
      says: `${kind}: ${old.verdict} → ${now.verdict}${old.observed === now.observed ? '' : `, ${line(old.observed ?? 'nothing seen')} → ${line(now.observed ?? 'nothing seen')}`}`,
    })),
  };
}

/** The start page. */
export function startOf({ checks, runs, older }: Content): StartData {
  const homes = homesOf(checks);
  const entries = entriesOf(runs[0]);
  const tally = (ids: readonly RequirementId[]) => withTally(ids, entries);
  return {
    ...(runs[0] && { run: summaryOf(runs[0]) }),
    ...(older && {
      since: { name: line(older.verdicts.target.name), when: timeOf(older.verdicts.startedAt) },
    }),
    rows: servers.flatMap((server) =>
      levels.map((level) => {
        const ids = requirementIds.filter((id) => serverOf(id) === server && catalogue[id].level === level);
        return { server, level, total: ids.length, ...tally(ids) };
      }),
    ),
    cards: capabilities.map((capability) => {
      const ids = requirementIds.filter((id) => homes.get(id) === capability);
      return { ...capability, total: ids.length, ...tally(ids) };
    }),
    wrong: wrongFirst.flatMap((verdict) =>
      requirementIds.flatMap((id) => {
        const entry = entries?.get(id);
        if (entry?.verdict !== verdict) return [];
        const { title } = catalogue[id];
        const path = homes.get(id)?.path ?? '';
        return [{ id, path, title, verdict, reason: line(entry.reason), ...deviationOf(entry) }];
      }),
    ),
  };
}

/** One capability's page. */
export function capabilityOf(capability: Capability, content: Content): CapabilityData {
  const { checks, runs, matrix } = content;
  const homes = homesOf(checks);
  const ids = requirementIds.filter((id) => homes.get(id) === capability);
  const entries = entriesOf(runs[0]);
  const evidence = new Map(runs[0]?.evidence?.checks.map((one) => [one.name, one]));
  const places = placesOf(checks);
  const coreFirst = checks.toSorted((a, b) => Number(a.isDeep) - Number(b.isDeep));
  return {
    path: capability.path,
    ...(runs[0] && { run: summaryOf(runs[0]) }),
    ...withTally(ids, entries),
    requirements: ids.map((id) => ({
      ...requirementOf(id, entries?.get(id), matrix),
      checks: coreFirst.flatMap(({ name, title, covers, isDeep, source }) => {
        const place = places.get(name);
        return place && covers.includes(id) ? [{ place, title, ...(!isDeep && { source }) }] : [];
      }),
    })),
    checks: checks.flatMap((check) => {
      const place = places.get(check.name);
      if (place?.path !== capability.path) return [];
      const covers = check.covers.map((id) => ({
        id,
        place: { path: homes.get(id as RequirementId)?.path ?? '', anchor: id },
      }));
      return [{ ...checkOf(check, evidence.get(check.name)), anchor: place.anchor, covers }];
    }),
  };
}

function requirementOf(
  id: RequirementId,
  entry: Entry | undefined,
  matrix: Matrix | undefined,
): Omit<RequirementData, 'checks'> {
  const { title, statement, level, basis, source, operation, readings = {}, untestable } = catalogue[id];
  const proof = matrix?.requirements.find((one) => one.id === id)?.provenBy;
  const says = new Map(matrix?.mutants.map((mutant) => [mutant.name, mutant.says]));
  return {
    id,
    title,
    statement,
    level,
    basis,
    source,
    operation,
    readings: Object.entries(readings).map(([value, meaning]) => ({ value, meaning })),
    ...(untestable && { untestable }),
    ...(entry && { verdict: entry.verdict }),
    reason: line(entry?.reason ?? ''),
    ...deviationOf(entry),
    ...(entry && entry.observed !== null && { observed: line(entry.observed) }),
    ...(proof && { provenBy: proof.map((name) => ({ name: line(name), says: line(says.get(name) ?? '') })) }),
  };
}

/** A known difference is shown next to its verdict and does not change it. */
function deviationOf(entry: Entry | undefined): { deviation?: string } {
  return entry?.deviation ? { deviation: inShort(entry.deviation) } : {};
}

function checkOf(
  { title, file, line: number, isDeep, source }: ListedCheck,
  evidence: CheckEvidence | undefined,
): Omit<CheckData, 'anchor' | 'covers'> {
  return {
    title,
    place: `${file}:${number}`,
    isDeep,
    source,
    ...(evidence && { exchanges: evidence.exchanges.map(exchangeOf) }),
    omitted: evidence?.omitted ?? 0,
  };
}

function exchangeOf(exchange: Shown): ExchangeData {
  const { request, response } = onTheWire(exchange);
  const shown = ({ head, body }: typeof request) =>
    [...head.map(line), ...(body ? ['', cut(plain(body))] : [])].join('\n');
  return {
    title: line(exchangeName(exchange)),
    breaks: exchange.breaks,
    request: shown(request),
    response: shown(response),
    curl: line(exchange.curl),
  };
}

function cut(body: string): string {
  const shown = shorten(body, BODY_SHOWN);
  return shown === body ? body : `${shown}\n(${body.length} characters in all)`;
}

/** Every open point and choice, with what each run observed. */
export function silentOf({ checks, runs }: Content): SilentData {
  const homes = homesOf(checks);
  const known = runs.map((run) => ({ run: summaryOf(run), entries: entriesOf(run) }));
  return {
    runs: known.map(({ run }) => run),
    points: requirementIds
      .filter((id) => catalogue[id].level === 'open' || catalogue[id].level === 'choice')
      .map((id) => {
        const { title, statement, level, source, readings = {}, untestable } = catalogue[id];
        return {
          id,
          path: homes.get(id)?.path ?? '',
          server: serverOf(id),
          title,
          statement,
          level,
          source,
          readings: Object.entries(readings).map(([value, meaning]) => ({ value, meaning })),
          ...(untestable && { untestable }),
          seen: known.flatMap(({ run, entries }) => {
            const entry = entries?.get(id);
            if (!entry) return [];
            return {
              where: run.name,
              when: run.when,
              ...(entry.observed !== null && { value: line(entry.observed) }),
              verdict: entry.verdict,
              reason: line(entry.reason),
            };
          }),
        };
      }),
  };
}

function entriesOf(run: RunFiles | undefined): ReadonlyMap<string, Entry> | undefined {
  return run && new Map(run.verdicts.requirements.map((entry) => [entry.id, entry]));
}

function withTally(
  ids: readonly string[],
  entries: ReadonlyMap<string, Entry> | undefined,
): { tally?: Tally } {
  if (!entries) return {};
  return {
    tally: countsOf(
      ids.flatMap((id): readonly { verdict: Verdict }[] => {
        const entry = entries.get(id);
        return entry ? [entry] : [];
      }),
    ),
  };
}

function timeOf(startedAt: string): string {
  return `${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
