import type { Rules } from '../reference/rules/index.ts';
import type { Harmless } from './mutant.ts';
import { type Given, isSame, type Reach, sentAgain } from './reach.ts';

/**
 * The maximum number of variants in one deployment: the more there are, the more often one hides what another shows.
 */
const LARGEST = 10;

/** How many of the answers that two variants change are compared. */
const LOOKS = 40;

/** A harmless variant, and what it may touch. */
export interface Member {
  readonly name: string;
  readonly variant: Harmless;
  readonly reach: Reach;
}

/**
 * Puts variants together that may differ side by side in one deployment: no two replace the same rule or rewrite the
 * same page, and an answer that two of them change shows both changes. Variants that cause warnings are kept apart
 * from the others, and one that needs settings of its own, or that blocks what others show, stays alone.
 *
 * @returns groups whose members change an answer in their order
 */
export async function groupsOf(members: readonly Member[]): Promise<Member[][]> {
  const groups: Member[][] = [];
  // A variant that changes every answer, such as its encoding, is applied after those that change only a few.
  for (const one of members.toSorted((a, b) => b.reach.answers.length - a.reach.answers.length)) {
    // Equal groups end at the same time.
    const smallestFirst = groups
      .filter(({ length }) => length < LARGEST)
      .toSorted((a, b) => a.length - b.length);
    const group = await firstOf(smallestFirst, (some) => fits(one, some));
    if (group === undefined) groups.push([one]);
    else group.unshift(one);
  }
  return groups;
}

/** The rules of several variants at once: each changes the answers in turn. */
export function together(all: readonly Partial<Rules>[]): Partial<Rules> {
  const sends = all.flatMap(({ send }) => send ?? []);
  const rules: Partial<Rules> = Object.assign({}, ...all);
  if (sends.length < 2) return rules;
  return {
    ...rules,
    send: async (answer, operation, request) => {
      let current = answer;
      for (const send of sends) current = await send(current, operation, request);
      return current;
    },
  };
}

async function firstOf<T>(some: readonly T[], fits: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of some) if (await fits(one)) return one;
  return undefined;
}

async function fits(one: Member, group: readonly Member[]): Promise<boolean> {
  for (const other of group) if (!(await mayMeet(one, other))) return false;
  return true;
}

async function mayMeet(first: Member, then: Member): Promise<boolean> {
  if ([first, then].some(({ variant }) => variant.settings !== undefined || variant.blocks)) return false;
  if (isWarned(first) !== isWarned(then)) return false;
  const names = new Set(ruleNames(then));
  if (ruleNames(first).some((name) => names.has(name))) return false;
  const others = new Set(then.reach.answers);
  const shared = first.reach.answers.filter((given) => others.has(given));
  if (shared.length === 0) return true;
  if (first.reach.isTiming || then.reach.isTiming) return false;
  const step = Math.ceil(shared.length / LOOKS);
  return showBoth(
    first.variant.replace(),
    then.variant.replace(),
    shared.filter((_, index) => index % step === 0),
  );
}

/**
 * A check that warns about one variant reports a difference for all others beside it, each of which is then judged
 * alone.
 */
function isWarned({ variant }: Member): boolean {
  return variant.warns !== undefined;
}

function ruleNames({ variant }: Member): string[] {
  return Object.keys(variant.replace()).filter((name) => name !== 'send');
}

/**
 * Whether each of the answers, changed by one variant and then by the other, differs from what either makes of it
 * alone.
 */
async function showBoth(
  { send: first }: Partial<Rules>,
  { send: then }: Partial<Rules>,
  answers: readonly Given[],
): Promise<boolean> {
  if (first === undefined || then === undefined) return true;
  try {
    for (const [answer, ...request] of answers) {
      const once = await sentAgain(first, [answer, ...request]);
      const both = await sentAgain(then, [once, ...request]);
      const alone = await sentAgain(then, [answer, ...request]);
      // The content of a stream is not compared.
      if ([once, both, alone].some(({ body }) => body instanceof ReadableStream)) return false;
      // The suite may not get through a login that is unusual in two ways, and each attempt takes time.
      const isRewrittenTwice = ![once, alone].some(({ body }) => body === answer.body);
      if (isRewrittenTwice && isPage(answer)) return false;
      if (isSame(both, once) || isSame(both, alone)) return false;
    }
    return true;
  } catch {
    // What remembers other requests may not be ready for one of the past.
    return false;
  }
}

function isPage({ headers }: Given[0]): boolean {
  return headers['Content-Type']?.startsWith('text/html') === true;
}
