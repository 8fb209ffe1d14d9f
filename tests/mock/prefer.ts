import type { Operation, Values } from './operation.ts';
import { Refusal } from './refusal.ts';

/** The documented answer that an operation should give. */
export interface Choice {
  /** The operation, narrowed so that Prism can give a valid request no other answer. */
  readonly operation: Operation;
  readonly status: number;
  readonly example: string | undefined;
  /** Whether the client asked for this answer, so that it is sent as it is documented. */
  readonly isPreferred: boolean;
}

type Response = Operation['responses'][number];

/** Which answer a client asks for. */
export interface Preference {
  readonly code?: string;
  readonly example?: string;
}

/**
 * What a request prefers: `code` and `example` of its Prefer header (RFC 7240), or else the query parameters `__code` and
 * `__example`. Other preferences are ignored, including Prism's `dynamic`, which can loop forever.
 */
export function preferenceOf(header: string | undefined, query: URLSearchParams): Preference {
  const preferred = readPrefer(header);
  if (preferred.code !== undefined || preferred.example !== undefined) return preferred;
  const [asCode, asExample] = [query.get('__code'), query.get('__example')];
  return { ...(asCode !== null && { code: asCode }), ...(asExample !== null && { example: asExample }) };
}

/**
 * Chooses what a request prefers. Without a code, the first success is chosen, or else the first response. Without any
 * preference, it is the example for which the request is reserved, or else the one whose request is most like it.
 *
 * @param asked the parameters of the request
 * @param subject what messages call the request
 * @throws Refusal 400 when the operation documents no such status or example: Prism would answer something else, and a
 *   check would pass for the wrong reason
 */
export function choose(operation: Operation, preference: Preference, asked: Values, subject: string): Choice {
  const { code, example } = preference;
  const isPreferred = code !== undefined || example !== undefined;
  const reserved = isPreferred ? undefined : reservedFor(operation, asked);
  if (reserved !== undefined) return { ...narrowed(operation, ...reserved), isPreferred };
  const response =
    code === undefined ? usual(operation) : operation.responses.find((one) => one.code === code);
  if (response === undefined) {
    const documented = operation.responses.map((one) => one.code).join(', ');
    throw new Refusal(
      400,
      `${subject}: the request asks for the status ${code}, but documented are ${documented}`,
    );
  }
  if (example !== undefined && !exampleNames(response).includes(example)) {
    const documented = exampleNames(response).join(', ') || 'none';
    const wanted = `${subject}: the request asks for the example ${example} of ${response.code}`;
    throw new Refusal(400, `${wanted}, but documented are ${documented}`);
  }
  if (response.contents?.some(({ examples }) => examples === undefined || examples.length === 0)) {
    // Prism would make one up from the schema, which would prove nothing.
    throw new Refusal(500, `${subject}: no example of ${response.code} is documented`);
  }
  const named = isPreferred ? example : mostAlike(operation, response, asked);
  return { ...narrowed(operation, response, named), isPreferred };
}

/** The answer for which a request like this is reserved. */
function reservedFor(
  { responses, occasions }: Operation,
  asked: Values,
): [response: Response, example: string] | undefined {
  for (const response of responses) {
    for (const name of exampleNames(response)) {
      const reserved = occasions.get(`${response.code} ${name}`)?.['x-reserved'] ?? [];
      if (reserved.some((values) => alike(values, asked) === Object.keys(values).length))
        return [response, name];
    }
  }
  return undefined;
}

/** The example whose request has most in common with this one; undefined if none has anything. */
function mostAlike({ occasions }: Operation, response: Response, asked: Values): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const name of exampleNames(response)) {
    const common = alike(occasions.get(`${response.code} ${name}`)?.['x-request'] ?? {}, asked);
    if (common > most) [best, most] = [name, common];
  }
  return best;
}

/** How many of these values a request has. */
function alike(values: Values, asked: Values): number {
  return Object.entries(values).filter(([name, value]) => (asked[name] || null) === value).length;
}

function readPrefer(header = ''): Preference {
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
function narrowed(
  operation: Operation,
  response: Response,
  example: string | undefined,
): Omit<Choice, 'isPreferred'> {
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
