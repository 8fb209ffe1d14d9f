import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { type Answer, CUT, Refusal, responseOf } from './answer.ts';
import { type Incoming, incomingOf } from './incoming.ts';
import { during, nowOf } from './now.ts';
import type { Operation } from './operation.ts';
import type { World } from './world.ts';

/** One operation of a server, and where it is. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
  /** @throws Refusal when the request is refused */
  readonly run: (world: World, incoming: Incoming) => Answer | Promise<Answer>;
}

/** How a server words its refusals. */
export type Refused = (world: World, refusal: Refusal, operation: Operation, path: string) => Answer;

/** What the server gives an app: Node's request and response. */
export interface Served {
  readonly Bindings: HttpBindings;
}

/** A server of the interface: the routes, and what happens to every other request. */
export function appOf(world: World, routes: readonly Route[], refused: Refused): Hono<Served> {
  const answered = async (
    context: Context<Served>,
    operation: Operation,
    run: Route['run'],
  ): Promise<Response> => {
    const request = context.req.raw;
    const incoming = incomingOf(request, context.req.param());
    const answer = async (): Promise<Answer> => {
      try {
        world.rules.admit(operation, request);
        return await run(world, incoming);
      } catch (error) {
        if (!(error instanceof Refusal)) world.broke(error);
        // An error in a replaced rule is answered as well: one request must never break the others.
        const refusal =
          error instanceof Refusal ? error : new Refusal(500, 'the reference failed', 'server_error');
        return refused(world, refusal, operation, incoming.path);
      }
    };
    const now = await nowOf(world.state, operation, request, incoming);
    const last = await during(now, async () => world.rules.send(await answer(), operation, request));
    if (last.body !== CUT) return responseOf(last);
    context.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };

  const app = new Hono<Served>();
  for (const { method, path, operation, run } of routes) {
    app.on(method, path, (context) => answered(context, operation, run));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    const notAllowed = (): never => {
      throw new Refusal(405, 'this path takes another method', 'invalid_request', {
        Allow: methods.join(', '),
      });
    };
    app.all(path, (context) => answered(context, 'unknown', notAllowed));
  }
  app.notFound((context) =>
    answered(context, 'unknown', () => {
      throw new Refusal(404, 'there is no such path');
    }),
  );
  app.onError((error) => {
    world.broke(error);
    return new Response(null, { status: 500 });
  });
  return app;
}
