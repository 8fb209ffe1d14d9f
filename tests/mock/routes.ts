import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** A path of a document, with its operations. */
export interface Route {
  readonly template: string;
  /** By method, in upper case. HEAD is answered wherever GET is. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Where a request goes: the path in a form that Prism reads correctly, and the query as received. */
export interface Address {
  /** As the client wrote it, for messages. */
  readonly path: string;
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/**
 * Parses a request target (RFC 9112 3.2).
 *
 * @throws Refusal 400 when it is not a path, or not percent-encoded UTF-8
 */
export function parseTarget(target: string): Address {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const [path = '', query = ''] = target.slice(origin.length).split(/[?#]/, 2);
  if (!path.startsWith('/') && origin === '') {
    throw new Refusal(400, `The request target ${target} is not a path`);
  }
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => decoded(segment, `The path ${path}`));
  for (const part of query.split('&')) decoded(part, `The query of ${path}`);
  return { path: path || '/', segments, query: new URLSearchParams(query) };
}

/** Decodes percent-encoded text; where the encoding is invalid, throws a Refusal 400 that says where. */
export function decoded(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, `${where} is not percent-encoded UTF-8`);
  }
}

/**
 * Finds the document path that a request means. Prism's own matching is not anchored: it takes /v2/.../US/xLocal.jsonx
 * for a listing.
 *
 * @returns a function from the decoded segments of a path to its route, or undefined if there is none
 */
export function routeFinder(
  operations: readonly Operation[],
): (segments: readonly string[]) => Route | undefined {
  const routes = [...new Set(operations.map(({ path }) => path))].map((template) => ({
    template,
    patterns: template.split('/').slice(1).map(segmentPattern),
    operations: new Map(
      operations
        .filter(({ path }) => path === template)
        .map((operation) => [operation.method.toUpperCase(), operation]),
    ),
  }));
  return (segments) =>
    routes.find(
      ({ patterns }) =>
        patterns.length === segments.length &&
        patterns.every((pattern, index) => pattern.test(segments[index] ?? '')),
    );
}

/** `{Type}.json` becomes /^.+\.json$/: a parameter is never empty. */
function segmentPattern(segment: string): RegExp {
  const literals = segment.split(/\{[^}]+\}/).map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${literals.join('.+')}$`, 's');
}
