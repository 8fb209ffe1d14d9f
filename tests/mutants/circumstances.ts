import type { Now } from '../reference/now.ts';
import type { Operation } from '../reference/operation.ts';
import type { GrantType } from '../reference/rules/tokens.ts';
import { client } from '../reference/seed.ts';
import type { Call, Grant } from '../reference/state.ts';
import type { When } from './where.ts';

/** All of these hold at once. */
export function all(...some: readonly When[]): When {
  return (now) => some.every((holds) => holds(now));
}

/** This does not hold. */
export function not(holds: When): When {
  return (now) => !holds(now);
}

/** It is a request for this operation. */
export function isFor(wanted: Operation): When {
  return ({ operation }) => operation === wanted;
}

/** The request asks for JSON by its Accept header. */
export const acceptsJson: When = ({ headers }) => headers.get('accept') === 'application/json';

/** The Content-Type of the request has a charset. */
export const namesCharset: When = ({ headers }) => headers.get('content-type')?.includes('charset') === true;

/** It is a token request of this grant. */
export function by(grant: GrantType): When {
  return ({ operation, form }) => operation === 'exchangeToken' && form['grant_type'] === grant;
}

/** It is a token request of this grant that is answered with tokens. */
export function granting(grant: GrantType): When {
  return all(by(grant), ({ issued }) => issued !== undefined);
}

/** The form of the request lacks this field. */
export function lacking(field: string): When {
  return ({ form }) => !form[field];
}

/** The form of the request has this field. */
export function sending(field: string): When {
  return ({ form }) => Boolean(form[field]);
}

/** The request names a client other than the first: by its id, or by what its page or form continues. */
export const ofAnotherClient: When = (now) => clientOf(now) !== client.id;

/** The request names the first client. */
export const ofTheFirstClient: When = (now) => clientOf(now) === client.id;

/** The code or token in the request was issued so. */
export function having(is: (grant: Grant, now: Now) => boolean): When {
  return (now) => now.grant !== undefined && is(now.grant, now);
}

/** What the request is answered with tokens for is such. */
export function issuing(is: (grant: Grant, now: Now) => boolean): When {
  return (now) => now.issued !== undefined && is(now.issued, now);
}

/** Either of these holds. */
export function either(...some: readonly When[]): When {
  return (now) => some.some((holds) => holds(now));
}

/** The path of the request is such. */
export function at(path: RegExp): When {
  return (now) => path.test(now.path);
}

/** Somebody is logged in in the browser. */
export const loggedIn: When = ({ browser }) => browser?.user !== undefined;

/** The user had to log in for the authorization request that the page or form continues. */
export const afterALogin: When = ({ pending }) => pending !== undefined && pending.attempts > 0;

/** The user had to log in for the authorization request, and did so at the first attempt. */
export const afterOneLogin: When = ({ pending }) => pending?.attempts === 1;

/** The user denies. */
export const denying: When = ({ operation, form }) =>
  operation === 'confirmAuthorization' && 'decision' in form && form['decision'] !== 'accept';

/** The listing is of numbers outside the United States. */
export const abroad: When = ({ path }) => !path.includes('/US/');

/** The listing is of toll-free numbers. */
export const tollfree: When = ({ path }) => path.endsWith('/Tollfree.json');

/** The query has one of these parameters. */
export function asking(...names: readonly string[]): When {
  return ({ query }) => names.some((name) => query.has(name));
}

/** The query has this value of a parameter. */
export function naming(name: string, value: string): When {
  return ({ query }) => query.get(name) === value;
}

const filters = ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'] as const;

/** The listing is filtered. */
export const filtered: When = asking(...filters);

/** The listing is filtered by so many parameters. */
export function filteredBy(count: number): When {
  return ({ query }) => filters.filter((name) => query.has(name)).length === count;
}

/** The query has a PageSize. */
export const sized: When = asking('PageSize');

/** The call in the path is such. */
export function onCall(is: (call: Call) => boolean): When {
  return (now) => {
    const call = callOf(now);
    return call !== undefined && is(call);
  };
}

/** The call in the path, whatever the account. */
export function callOf({ calls, path }: Now): Call | undefined {
  return calls.find(({ sid }) => path.includes(`/Calls/${sid}/`));
}

/** It is a request that starts a recording. */
export const starting: When = ({ operation, form }) =>
  operation === 'recordCall' && form['Record'] === 'true';

/** It is a request that ends a recording. */
export const ending: When = ({ operation, form }) => operation === 'recordCall' && form['Record'] === 'false';

function clientOf({ form, query, pending }: Now): string | undefined {
  return form['client_id'] ?? query.get('client_id') ?? pending?.client.id;
}
