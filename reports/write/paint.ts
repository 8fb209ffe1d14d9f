/** Ways to set text apart; each is the identity where colours are off. */
export interface Paint {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** Colours if the terminal supports them and the user has not turned them off. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const on = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const style = (open: number, close: number) => (text: string) =>
    on ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    bold: style(1, 22),
    dim: style(2, 22),
  };
}

/** Longer lines are hard to read, even on a wide terminal. */
const WIDTH = 110;

/** Breaks text between words; every line after the first starts with `indent` spaces. */
export function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current && indent + current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = word;
    } else {
      current = current ? `${current} ${word}` : word;
    }
  }
  return [...lines, current].join(`\n${' '.repeat(indent)}`);
}
