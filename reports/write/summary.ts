import { catalogue, type RequirementId, serverOf } from '../../tests/support/catalogue.ts';
import { inShort } from '../judge/deviations.ts';
import { causesOf, countsOf, isWrong } from '../judge/outcome.ts';
import type { Change, Entry, Verdict, VerdictFile } from '../model.ts';
import { count, duration, groupBy } from '../text.ts';
import { wrongEntries } from './badge.ts';
import { depthNote } from './headline.ts';
import { markdown, markdownTable } from './markdown.ts';

/** The maximum number of rows in a section: GitHub accepts at most a megabyte, and people read far less. */
const SHOWN = 50;

const words: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-exercised'];

/**
 * A run as Markdown for a job summary: outcome and counts, then everything that is wrong. What a deployment answered
 * is text in it, never markup.
 */
export function summaryOf(file: VerdictFile): string {
  const { target, outcome, requirements, deviations = [], errors, drift = [] } = file;
  const of = (verdict: Verdict) => requirements.filter((row) => row.verdict === verdict);
  const unexcused = (verdict: Verdict) => of(verdict).filter(({ deviation }) => deviation === undefined);
  const about = [
    file.startedAt.slice(0, 16).replace('T', ' ').concat(' UTC'),
    count(file.requests, 'request'),
    duration(file.durationMs),
    count(requirements.length, 'requirement'),
    ...(file.shard ? [`shard ${file.shard.current} of ${file.shard.total} only`] : []),
    ...depthNote(file),
    ...(file.complete ? [] : ['cut off before its end']),
  ];
  return [
    `## Conformance of ${markdown(target.name)} (${target.kind}): ${[outcome, ...wrongEntries(deviations)].join(', ')}`,
    '',
    about.join(' · '),
    '',
    ...table(requirements),
    ...section('Why the run could not be judged', errors.map(markdown)),
    ...section('Failed', unexcused('fail').map(told)),
    ...section(
      'Entries of known deviations that fail the run',
      deviations.filter(isWrong).map(({ state, says }) => `${state}: ${markdown(says)}`),
    ),
    ...section(
      'Blocked',
      causesOf(requirements).map(
        ({ id, reason, blocks }) =>
          `${id ? `${id} blocks ` : ''}${count(blocks.length, 'requirement')}: ${markdown(reason)}`,
      ),
    ),
    ...section('Warnings', unexcused('warn').map(told)),
    ...section(
      'Known deviations',
      requirements.flatMap((row) =>
        row.deviation ? `${told(row)}; known: ${markdown(inShort(row.deviation))}` : [],
      ),
    ),
    ...section('Changed since the baseline', drift.map(changed)),
    '',
  ].join('\n');
}

/** The counts by server; a dot for none. */
function table(requirements: readonly Entry[]): string[] {
  const servers = [...groupBy(requirements, ({ id }) => serverOf(id as RequirementId))];
  const row = (name: string, some: readonly Entry[]): string[] => {
    const counts = countsOf(some);
    return [name, ...words.map((word) => (counts[word] === 0 ? '·' : String(counts[word])))];
  };
  return markdownTable(
    ['', ...words],
    [...servers.map(([server, own]) => row(server, own)), row('all', requirements)],
  );
}

function section(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`- and ${items.length - SHOWN} more`] : [];
  return ['', `### ${title}`, '', ...items.slice(0, SHOWN).map((item) => `- ${item}`), ...more];
}

function told({ id, reason }: Entry): string {
  return `**${id}** ${markdown(titleOf(id))}: ${markdown(reason)}`;
}

function changed({ id, kind, old, new: now }: Change): string {
  const side = ({ verdict, observed }: Change['old']): string =>
    markdown(observed === null ? verdict : `${verdict} ${observed}`);
  return `**${id}** ${markdown(titleOf(id))}: ${kind}, was ${side(old)}, is ${side(now)}`;
}

/** A file from another version of the suite may have requirements that this version lacks. */
function titleOf(id: string): string {
  return Object.hasOwn(catalogue, id) ? catalogue[id as RequirementId].title : 'not in this catalogue';
}
