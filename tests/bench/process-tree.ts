import { readdirSync, readFileSync } from 'node:fs';

/** How often memory is sampled; anything shorter is missed. */
const EVERY_MS = 100;

/** The peak memory of a process and all its descendants, in bytes. */
export interface Peak {
  /** Of the suite's processes. */
  readonly suite: number;
  /** Of the browser that the login checks drive, separately. */
  readonly browser: number;
}

/**
 * Watches the memory of a process and of all its descendants. A page that several processes share is divided equally
 * among them (the proportional set size), so the sum is what they hold together.
 *
 * @returns a function that stops watching and returns the peaks; undefined where there is no /proc
 */
export function watchTree(pid: number): () => Peak | undefined {
  let peak: Peak | undefined;
  const look = (): void => {
    const now = treeOf(pid);
    if (now === undefined) return;
    peak = {
      suite: Math.max(peak?.suite ?? 0, now.suite),
      browser: Math.max(peak?.browser ?? 0, now.browser),
    };
  };
  const timer = setInterval(look, EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

function treeOf(root: number): Peak | undefined {
  const all = processes();
  if (all === undefined) return undefined;
  const children = new Map<number, Process[]>();
  for (const one of all) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
  const sum = { suite: 0, browser: 0 };
  const add = (one: Process, inBrowser: boolean): void => {
    const browser = inBrowser || /chrom|headless/i.test(one.name);
    sum[browser ? 'browser' : 'suite'] += heldBy(one.pid);
    for (const child of children.get(one.pid) ?? []) add(child, browser);
  };
  for (const one of all) if (one.pid === root) add(one, false);
  return sum;
}

function processes(): Process[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  return names.flatMap((pid) => {
    try {
      // "pid (name) state parent …": the name may itself hold brackets and spaces.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      const parent = Number(stat.slice(end + 2).split(' ')[1]);
      return [{ pid: Number(pid), parent, name: stat.slice(stat.indexOf('(') + 1, end) }];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}

/** The proportional set size of a process, in bytes; 0 if it has ended in the meantime. */
function heldBy(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
