import type { NumberListing } from '../../schemas/index.d.ts';
import { listingAsked } from './listing.ts';
import type { Operation, Values } from './operation.ts';
import type { Address } from './routes.ts';

/** What of an example is sent. */
interface Shown {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * An example with what the request asked in place of what the document shows: the sids and the path, the numbers and
 * the page of a listing, and where authorize redirects.
 *
 * @param asked the parameters of the request
 */
export function asAsked(operation: Operation, shown: Shown, address: Address, asked: Values): Shown {
  const { location } = shown.headers;
  const body = withItsPath(operation, shown.body, address, asked);
  if (operation.iid === 'authorize' && location !== undefined)
    return { ...shown, headers: { ...shown.headers, location: redirected(location, asked) } };
  if (operation.iid === 'listAvailableNumbers' && isListing(body)) {
    const examples = operation.responses.flatMap(({ contents = [] }) =>
      contents.flatMap(({ examples = [] }) =>
        examples.map((one) => ('value' in one ? one.value : undefined)),
      ),
    );
    const stock = examples.filter(isListing).flatMap((listing) => listing.available_phone_numbers);
    return { ...shown, body: listingAsked(stock, address.path, asked) };
  }
  return { ...shown, body };
}

function isListing(body: unknown): body is NumberListing {
  return typeof body === 'object' && body !== null && 'available_phone_numbers' in body;
}

/** The redirect_uri of the request with its state, and with the code or the error of the example. */
function redirected(location: string, { redirect_uri, state }: Values): string {
  const answer = new URL(location, 'http://client.example').searchParams;
  answer.delete('state');
  const query = [...answer].map((pair) => pair.map(encodeURIComponent).join('='));
  if (typeof state === 'string') query.push(`state=${encodeURIComponent(state)}`);
  const [uri = '', ...fragment] = (redirect_uri ?? '').split(/(?=#)/);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.join('&')}${fragment.join('')}`;
}

/** A body in which the path of the request, and the sids in it, replace those of the document. */
function withItsPath(
  { path, request }: Operation,
  body: unknown,
  { path: own }: Address,
  asked: Values,
): unknown {
  const shown = new Map(
    (request?.path ?? []).map(({ name, examples = [] }) => {
      const [first] = examples;
      return [name, String(first !== undefined && 'value' in first ? first.value : '')];
    }),
  );
  const documented = path.replace(/\{(\w+)\}/g, (_, name: string) => shown.get(name) ?? '');
  const sids = [...shown].filter(([name, value]) => name.endsWith('Sid') && value !== '');
  const replaced = (text: string): string => {
    // In an address, a sid is written as it is in the path.
    const inText = text.startsWith('/') ? encodeURIComponent : String;
    const replacements = new Map([
      [documented, own],
      ...sids.map(([name, value]) => [value, inText(asked[name] ?? '')] as const),
    ]);
    return text.replace(new RegExp([...replacements.keys()].join('|').replaceAll('.', '\\.'), 'g'), (found) =>
      String(replacements.get(found)),
    );
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return replaced(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]));
  };
  return sids.length === 0 ? body : walk(body);
}
