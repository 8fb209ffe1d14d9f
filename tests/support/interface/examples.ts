import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import type { Server } from '../catalogue.ts';
import { type Target } from '../target.ts';
import type { Answer } from '../wire/http.ts';

/** One documented example of an answer, and how to request it from the mock. */
export interface Example {
  /** The Prefer header that selects it on the mock; undefined on any other target. */
  readonly prefer: string | undefined;
  /** The path and query parameters of the request that it answers, if the document names them. */
  readonly request: Readonly<Record<string, string>>;
}

/** The document of a server from `specs/`, with each internal reference resolved. */
export function documentOf(server: Server): OpenAPIV3_1.Document {
  const file = new URL(`../../../specs/${server}.openapi.yaml`, import.meta.url);
  const document = parse(readFileSync(file, 'utf8')) as OpenAPIV3_1.Document;
  return resolved(document, document) as OpenAPIV3_1.Document;
}

/** References to schema files are kept. */
function resolved(part: unknown, document: OpenAPIV3_1.Document): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => resolved(item, document));
  const { $ref } = part as { $ref?: string };
  if ($ref?.startsWith('#/')) {
    const place = $ref.split('/').slice(1);
    return resolved(
      place.reduce((at, key) => (at as Record<string, unknown>)[key], document as unknown),
      document,
    );
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]));
}

/** The examples of an answer by name, from the document of its server. */
export function examplesOf(
  document: OpenAPIV3_1.Document,
  operationId: string,
  status: number,
): [name: string, example: OpenAPIV3_1.ExampleObject & { 'x-request'?: Record<string, string> }][] {
  const operation = Object.values(document.paths ?? {})
    .flatMap((path) => [path?.get, path?.post])
    .find((one) => one?.operationId === operationId);
  const response = operation?.responses?.[status] as OpenAPIV3_1.ResponseObject | undefined;
  const media = Object.values(response?.content ?? {});
  return media.flatMap(({ examples }) => Object.entries(examples ?? {}) as ReturnType<typeof examplesOf>);
}

/**
 * Sends a request once, or on the mock once for each example of the answer, so that a check judges everything that
 * the documents show. Other targets have one answer, and no example is requested from them.
 *
 * @param choose selects examples by name, if only some of them answer this request
 * @returns the answers, in the order of the examples
 */
export async function eachExample(
  target: Target,
  [server, operationId, status]: readonly [Server, string, number],
  send: (example: Example) => Promise<Answer>,
  choose: (name: string) => boolean = () => true,
): Promise<Answer[]> {
  if (target.kind !== 'mock') return [await send({ prefer: undefined, request: {} })];
  const answers: Answer[] = [];
  for (const [name, example] of examplesOf(documentOf(server), operationId, status)) {
    if (!choose(name)) continue;
    const request = example['x-request'] ?? {};
    answers.push(await send({ prefer: `code=${status}, example=${name}`, request }));
  }
  if (answers.length === 0) throw new Error(`The documents give no example of ${operationId} ${status}`);
  return answers;
}
