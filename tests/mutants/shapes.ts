import { readFileSync } from 'node:fs';
import type { Operation } from '../reference/operation.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import type { GrantType } from '../reference/rules/tokens.ts';
import { catalogue, type RequirementId, requirementIds } from '../support/catalogue.ts';
import { enclosing, violations } from '../support/judging/schemas.ts';
import type { Bank, MutantEntry } from './mutant.ts';
import { partAt, spoilt, ways } from './spoil.ts';

/** A response body, and the requirements about its parts. */
interface Shape {
  /** The prefix of the names of its mutants. */
  readonly name: string;
  /** The schemas that describe it, each with the place of the part that it describes. */
  readonly schemas: Readonly<Record<string, string>>;
  /** The requirements that are about this body; by default all that have one of its schemas. */
  readonly only?: (id: RequirementId) => boolean;
  /** The rules of a deployment that spoils every such body. */
  readonly rules: (spoil: (body: unknown) => unknown) => Partial<Rules>;
}

/** The requirements of each grant, since the answers of all grants share one schema. */
const ofGrant: Readonly<Record<GrantType, readonly RequirementId[]>> = {
  authorization_code: ['IDN-034', 'IDN-035', 'IDN-036', 'IDN-037'],
  password: ['IDN-038', 'IDN-039', 'IDN-040', 'IDN-041'],
  refresh_token: ['IDN-042', 'IDN-043', 'IDN-044', 'IDN-045'],
};

const shapes: readonly Shape[] = [
  ...Object.entries(ofGrant).map(([grant, ids]) => ({
    name: `tokens-of-${grant.replace('_', '-')}`,
    schemas: { 'token-response': '' },
    only: (id: RequirementId) => ids.includes(id),
    rules: (spoil: (body: unknown) => unknown): Partial<Rules> => ({
      tokenResponse: (tokens, scopes, type) => {
        const body = defaultRules.tokenResponse(tokens, scopes, type);
        return type === grant ? (spoil(body) as typeof body) : body;
      },
    }),
  })),
  { name: 'token-info', schemas: { 'token-info': '' }, rules: sending('getTokenInfo', 200) },
  { name: 'current-user', schemas: { 'current-user': '' }, rules: sending('getCurrentUser', 200) },
  { name: 'guest-token', schemas: { 'guest-token': '' }, rules: sending('loginAnonymously', 200) },
  { name: 'call', schemas: { call: '', 'call.sample': '' }, rules: sending('recordCall', 200) },
  {
    name: 'missing-call',
    schemas: { 'not-found': '' },
    only: (id) => catalogue[id].operation === 'recordCall',
    rules: sending('recordCall', 404),
  },
  {
    name: 'listing',
    schemas: { 'number-listing': '', 'available-number.sample': '/available_phone_numbers/*' },
    rules: sending('listAvailableNumbers', 200),
  },
  {
    name: 'missing-number',
    schemas: { 'not-found': '' },
    only: (id) => catalogue[id].operation === 'listAvailableNumbers',
    rules: sending('unknown', 404),
  },
];

/**
 * Mutants of the shape of bodies: every part that a requirement is about, changed in every way that its schema rejects. A new
 * field with a requirement gets its mutants automatically.
 */
export const shapeMutants: Bank = Object.fromEntries(shapes.flatMap(mutantsOf));

function mutantsOf(shape: Shape): [string, MutantEntry][] {
  const [main = ''] = Object.keys(shape.schemas);
  const example = accepted(main);
  return placesOf(shape).flatMap((place) =>
    Object.entries(ways).flatMap(([how, changeOf]): [string, MutantEntry][] => {
      const change = changeOf(partAt(example, place));
      const [first, ...rest] = brokenBy(shape, spoilt(example, place, change), place);
      if (first === undefined) return [];
      const name = `${shape.name}${place.replaceAll('/*', '')}/${how}`;
      const says = `The body of ${shape.name}: ${place || 'the whole'} is ${how.replaceAll('-', ' ')}.`;
      const rules = () => shape.rules((body) => spoilt(body, place, change));
      return [[name, { says, breaks: [first, ...rest], rules }]];
    }),
  );
}

/** The parts that a requirement is about; for a schema that only one requirement is about, as a whole, every field. */
function placesOf(shape: Shape): string[] {
  const places = Object.entries(shape.schemas).flatMap(([schema, prefix]) => {
    const own = rowsOf(shape, schema).map(({ at }) => at);
    if (prefix !== '' || own.join() !== '') return own.map((at) => prefix + at);
    return ['', ...Object.keys(accepted(schema) as object).map((field) => `/${field}`)];
  });
  return [...new Set(places)];
}

/** The requirements that a spoilt body breaks: for each schema, those about the parts that it rejects. */
function brokenBy(shape: Shape, body: unknown, place: string): RequirementId[] {
  const broken = Object.entries(shape.schemas).flatMap(([schema, prefix]) => {
    if (!place.startsWith(prefix)) return [];
    const part = prefix === '' ? body : partAt(body, prefix.replace('/*', '/0'));
    const rows = rowsOf(shape, schema);
    const found = violations(schema, part).filter(({ at }) => place !== '' || at === '');
    return found.flatMap(({ at }) => enclosing(rows, at)?.id ?? []);
  });
  // If the body as a whole is wrong, its sample has nothing to show.
  if (place === '') return broken.slice(0, 1);
  return [...new Set(broken)];
}

function rowsOf({ only = () => true }: Shape, schema: string): { id: RequirementId; at: string }[] {
  return requirementIds.flatMap((id) => {
    const { body } = catalogue[id];
    return body?.schema === schema && only(id) ? [{ id, at: body.at }] : [];
  });
}

/** The first accepted example of a schema, in which every field is filled in. */
function accepted(schema: string): unknown {
  const file = new URL(`../../schemas/examples/${schema}.json`, import.meta.url);
  const { accept } = JSON.parse(readFileSync(file, 'utf8')) as { accept: readonly { value: unknown }[] };
  return accept[0]?.value;
}

/** Spoils the body of every answer of an operation that has this status. */
function sending(operation: Operation, status: number): Shape['rules'] {
  return (spoil) => ({
    send: (answer, of) =>
      of === operation && answer.status === status ? { ...answer, body: spoil(answer.body) } : answer,
  });
}
