import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The documented answer that an operation should give. */
export interface Choice {
  /** The operation, narrowed so that Prism can give a valid request no other answer. */
  readonly operation: Operation;
  readonly status: number;
  readonly example: string | undefined;
}

type Response = Operation['responses'][number];

/**
 * Chooses by a Prefer header (RFC 7240) with `code` and `example`; other preferences are ignored, including Prism's
 * `dynamic`, which can loop forever. Without a code, the first success is chosen, or else the first response.
 *
 * @param subject what messages call the request
 * @throws Refusal 400 when the operation documents no such status or example: Prism would answer something else, and a
 *   check would pass for the wrong reason
 */
export function choose(operation: Operation, prefer: string | undefined, subject: string): Choice {
  const { code, example } = readPrefer(prefer);
  const response =
    code === undefined ? usual(operation) : operation.responses.find((one) => one.code === code);
  if (response === undefined) {
    const documented = operation.responses.map((one) => one.code).join(', ');
    throw new Refusal(
      400,
      `${subject}: Prefer asks for the status ${code}, but documented are ${documented}`,
    );
  }
  if (example !== undefined && !exampleNames(response).includes(example)) {
    const documented = exampleNames(response).join(', ') || 'none';
    const asked = `${subject}: Prefer asks for the example ${example} of ${response.code}`;
    throw new Refusal(400, `${asked}, but documented are ${documented}`);
  }
  if (response.contents?.some(({ examples }) => examples === undefined || examples.length === 0)) {
    // Prism would make one up from the schema, which would prove nothing.
    throw new Refusal(500, `${subject}: no example of ${response.code} is documented`);
  }
  return narrowed(operation, response, example);
}

function readPrefer(header = ''): { code?: string; example?: string } {
  const preferences = header.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]+))/g);
  return Object.fromEntries(
    [...preferences].map(([, name, quoted, token]) => [name?.toLowerCase(), quoted ?? token]),
  );
}

function usual({ responses }: Operation): Response | undefined {
  return responses.find(({ code }) => code.startsWith('2')) ?? responses[0];
}

function exampleNames({ contents = [], headers = [] }: Response): string[] {
  const ofBodies = contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key));
  // The examples of an answer without a body are those of its headers; `default` marks one without a name.
  const ofHeaders = headers.flatMap(({ examples = [] }) => examples.map(({ key }) => key));
  return [...new Set([...ofBodies, ...ofHeaders.filter((key) => key !== 'default')])];
}

/**
 * Prism answers with the success of an operation, or else with its first response; it may fall back to these even when
 * asked for another. For a header it takes the first example, for a body one in the content type it prefers.
 */
function narrowed(operation: Operation, response: Response, example: string | undefined): Choice {
  const named = <T extends { key: string }>(examples: readonly T[] = []): T[] =>
    examples.filter(({ key }) => key === example);
  const contents = response.contents?.filter(({ examples }) => named(examples).length > 0) ?? [];
  const chosen: Response =
    example === undefined
      ? response
      : {
          ...response,
          ...(contents.length > 0 && { contents }),
          headers: (response.headers ?? []).map((header) => {
            const examples = named(header.examples);
            return examples.length > 0 ? { ...header, examples } : header;
          }),
        };
  const refusals = operation.responses.filter((one) => one !== response && !one.code.startsWith('2'));
  return {
    operation: { ...operation, responses: [chosen, ...refusals] },
    status: Number(response.code),
    example: contents.length > 0 ? example : undefined,
  };
}
