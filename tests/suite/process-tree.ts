import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all that it started have taken of memory. */
export interface Watch {
  /** The most that all of them together held at a time, in megabytes; browsers are left out. */
  stop(): number;
}

/**
 * Watches the memory of a process tree. What processes share (the program itself) counts once, as the
 * kernel parts it among them.
 *
 * @param pid the process at the root of the tree
 */
export function watchMemory(pid: number): Watch {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, megabytesOf(pid));
  };
  const timer = setInterval(look, 150);
  return {
    stop() {
      clearInterval(timer);
      return Math.round(peak);
    },
  };
}

function megabytesOf(root: number): number {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(/^PPid:\s+(\d+)/m.exec(text(`/proc/${pid}/status`))?.[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), pid]);
  }
  const sizeOf = (pid: number): number => {
    if (/chrom/i.test(text(`/proc/${pid}/cmdline`).split('\0', 1)[0] ?? '')) return 0;
    const own = Number(/^Pss:\s+(\d+)/m.exec(text(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
    return (parents.get(pid) ?? []).reduce((sum, child) => sum + sizeOf(child), own);
  };
  return sizeOf(root);
}

/** A process may end while it is looked at. */
function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
