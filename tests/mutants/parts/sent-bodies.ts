import type { Rules } from '../../reference/rules/index.ts';

/** The bodies of requests, kept beside the operations: each of these can be read only once. */
export interface SentBodies {
  /** Keeps the body of each POST request; a replaced rule. */
  readonly admit: Rules['admit'];
  /** The body of a request, as text; empty if it has none. */
  readonly of: (request: Request) => Promise<string>;
}

/** Begins to keep the bodies of the requests to one deployment. */
export function sentBodies(): SentBodies {
  const bodies = new WeakMap<Request, Promise<string>>();
  return {
    admit: (_operation, request) => {
      if (request.method === 'POST') bodies.set(request, request.clone().text());
    },
    of: async (request) => (await bodies.get(request)) ?? '',
  };
}
