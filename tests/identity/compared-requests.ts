import { worked } from '../support/interface/answers.ts';
import { codeOf } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/** The answers to authorization requests that differ in one thing, by what that is. */
type Compared = Readonly<Record<string, Answer>>;

/** Which of some authorization requests were accepted. */
interface Accepted {
  /** Their names; `neither` if one failed, which no choice has as a reading. */
  readonly reading: string;
  /** The same in words. */
  readonly told: string;
}

/** One answer that carries a code; any other if none does, for then the difference is not at fault. */
export function ofThoseAccepted(answers: Compared): Answer {
  const all = Object.values(answers);
  return all.find((answer) => codeOf(answer) !== undefined) ?? (all[0] as Answer);
}

/** Which of the answers carry a code. */
export function whichAccepted(answers: Compared): Accepted {
  // A page that the suite does not get past is neither an acceptance nor a refusal.
  for (const answer of Object.values(answers)) worked(answer);
  const names = namesOf(answers, (answer) => codeOf(answer) !== undefined).join(', ');
  const failed = namesOf(answers, hasFailed).map((name) => `${name} with ${failureOf(answers[name])}`);
  return failed.length === 0
    ? { reading: names, told: names || 'none' }
    : { reading: 'neither', told: `${names || 'none'}; answered ${failed.join(', ')}` };
}

function namesOf(answers: Compared, isMeant: (answer: Answer) => boolean): string[] {
  return Object.entries(answers).flatMap(([name, answer]) => (isMeant(answer) ? [name] : []));
}

/** Whether an answer neither carries nor refuses a code. */
function hasFailed(answer: Answer): boolean {
  return codeOf(answer) === undefined && (answer.failure !== undefined || answer.status >= 500);
}

function failureOf(answer: Answer | undefined): string {
  return answer?.failure ?? `status ${answer?.status}`;
}
