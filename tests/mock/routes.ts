import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';

/** A path of a document, with its operations. */
export interface Route {
  readonly template: string;
  /** By method, in upper case. HEAD is answered wherever GET is. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** A route that a path takes, with the values of the parameters in the path. */
export interface Found extends Route {
  readonly parameters: Readonly<Record<string, string>>;
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
): (segments: readonly string[]) => Found | undefined {
  const routes = [...new Set(operations.map(({ path }) => path))].map((template) => ({
    template,
    patterns: template.split('/').slice(1).map(segmentPattern),
    operations: new Map(
      operations
        .filter(({ path }) => path === template)
        .map((operation) => [operation.method.toUpperCase(), operation]),
    ),
  }));
  return (segments) => {
    for (const { patterns, ...route } of routes) {
      if (patterns.length !== segments.length) continue;
      const matches = patterns.map((pattern, index) => pattern.exec(segments[index] ?? ''));
      if (!matches.includes(null))
        return { ...route, parameters: Object.assign({}, ...matches.map((match) => match?.groups)) };
    }
    return undefined;
  };
}

/** `{Type}.json` becomes /^(?<Type>.+)\.json$/: a parameter is never empty. */
function segmentPattern(segment: string): RegExp {
  const parts = segment
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1 ? `(?<${part.slice(1, -1)}>.+)` : part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
    );
  return new RegExp(`^${parts.join('')}$`, 's');
}
