import { type Answer, redirect, refuse } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import type { Client, Pending } from '../state.ts';
import type { World } from '../world.ts';
import { browserOf, leadOn, remember } from './browser.ts';

/** Why an authorization request is refused. */
interface Problem {
  readonly parameter: string;
  readonly value: string | undefined;
}

type Wanted = Omit<Pending, 'id' | 'browser' | 'attempts'>;

/**
 * GET /oauth2/authorize: checks the request, and sends the browser to the login or the consent. Errors are reported to
 * the client by a redirect, or otherwise on a page.
 */
export function authorize(world: World, incoming: Incoming): Answer {
  const { rules, state } = world;
  const query = sent(rules, incoming.query);
  const client = rules.authorizeClient(state.clients, query['client_id']);
  if (client === undefined) return refuse(400, 'The client is not registered');

  const wanted = wantedBy(world, client, incoming.query);
  if ('client' in wanted) {
    const { session, headers } = browserOf(world, incoming);
    const pending = remember(world, session, wanted);
    return leadOn(world, session, pending, false, headers);
  }
  const { parameter, value } = wanted;
  const message = `${parameter} is ${value === undefined ? 'missing' : 'not accepted'}`;
  const registered = rules.redirectUri(client, query['redirect_uri']);
  const target = rules.errorTarget(registered, query['redirect_uri']);
  if (target === undefined) return refuse(400, message);
  const error = rules.authorizeError(parameter, value);
  return redirect(
    rules.redirectLocation(target, rules.refusedQuery(error, message, stateOf(world, incoming.query))),
  );
}

function wantedBy({ rules, urls }: World, client: Client, parameters: URLSearchParams): Wanted | Problem {
  const query = sent(rules, parameters);
  const problem = (parameter: string): Problem => ({ parameter, value: query[parameter] });
  for (const name of Object.keys(query)) if (rules.isRepeated(parameters, name)) return problem(name);
  const redirectUri = rules.redirectUri(client, query['redirect_uri']);
  if (redirectUri === undefined) return problem('redirect_uri');
  if (!rules.isResponseType(query['response_type'])) return problem('response_type');
  if (!rules.isAccessType(query['access_type'])) return problem('access_type');
  if (!rules.isGrantAnnounced(query['grant_type'], query['grand_type'])) return problem('grant_type');
  const scopes = rules.authorizeScopes(query['scope'], urls.auth);
  if (scopes === undefined) return problem('scope');
  const state = parameters.get('state') ?? undefined;
  return { client, redirectUri, scopes, scope: query['scope'] ?? '', state };
}

/** Does not use `sent`: an empty state is a state too. */
function stateOf({ rules }: World, parameters: URLSearchParams): string | undefined {
  return rules.echoState(parameters.get('state') ?? undefined);
}
