import { touchedRowsOf } from '../judge/verdicts.ts';
import type { Catalogue, Check, Verdict } from '../model.ts';
import { count, line, shorten } from '../text.ts';
import type { Paint } from './paint.ts';

/** Where progress is written; on a terminal, the last line is updated. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of a run: one line for each finished file and, on a terminal, a line that is updated. */
export class Progress {
  readonly #screen: Screen;
  readonly #paint: Paint;
  readonly #catalogue: Catalogue;
  readonly #files = new Map<string, { left: number; checks: Check[] }>();
  #total = 0;
  #done = 0;

  constructor(screen: Screen, paint: Paint, catalogue: Catalogue) {
    this.#screen = screen;
    this.#paint = paint;
    this.#catalogue = catalogue;
  }

  /** @param files the file of each selected check, repeated for each check */
  begin(files: readonly string[]): void {
    this.#total = files.length;
    for (const file of files) {
      const entry = this.#files.get(file) ?? { left: 0, checks: [] };
      entry.left += 1;
      this.#files.set(file, entry);
    }
  }

  /** Records a check that has ended; the last one of a file prints the line of that file. */
  end(file: string, check: Check): void {
    const entry = this.#files.get(file);
    if (!entry) return;
    this.#done += 1;
    entry.left -= 1;
    entry.checks.push(check);
    if (entry.left === 0) this.print(`${this.#fileLine(file, entry.checks)}\n`);
    this.#move(file);
  }

  /** Prints text above the updated line. */
  print(text: string): void {
    this.clear();
    this.#screen.write(text);
  }

  /** Removes the updated line before anything else is written. */
  clear(): void {
    if (this.#screen.isTTY) this.#screen.write('\r\u001b[K');
  }

  #move(file: string): void {
    if (!this.#screen.isTTY) return;
    const text = shorten(
      `  ${this.#done} of ${count(this.#total, 'check')}  ${line(file)}`,
      (this.#screen.columns || 80) - 1,
    );
    this.#screen.write(`\r\u001b[K${this.#paint.dim(text)}`);
  }

  #fileLine(file: string, checks: readonly Check[]): string {
    // Requirements, as everywhere: several checks, and several findings of one, may speak about the same one.
    const verdicts = touchedRowsOf(this.#catalogue, checks).flatMap((row) =>
      row.checks.length > 0 ? [row.verdict] : [],
    );
    const told = (verdict: Verdict, colour: (text: string) => string) => {
      const n = verdicts.filter((one) => one === verdict).length;
      return n > 0 ? [colour(`${n} ${verdict}`)] : [];
    };
    const { red, yellow, dim } = this.#paint;
    return [
      `  ${line(file)}`,
      dim(count(checks.length, 'check')),
      ...told('fail', red),
      ...told('blocked', red),
      ...told('warn', yellow),
      ...told('not-exercised', dim),
    ].join('  ');
  }
}
