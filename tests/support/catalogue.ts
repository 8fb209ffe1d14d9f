import type { Requirement } from '../../schemas/index.d.ts';
import collaboration from '../../specs/collaboration.requirements.json' with { type: 'json' };
import identity from '../../specs/identity.requirements.json' with { type: 'json' };
import telephony from '../../specs/telephony.requirements.json' with { type: 'json' };

/** Every id of the catalogue: a test that names another one does not compile. */
export type RequirementId = keyof typeof identity | keyof typeof collaboration | keyof typeof telephony;

export type { Requirement };
/** How binding a requirement is. */
export type Level = Requirement['level'];
/** What a check needs beyond an address. */
export type Need = NonNullable<Requirement['needs']>[number];
/** The three servers of the interface. */
export type Server = 'identity' | 'collaboration' | 'telephony';

/** All requirements by id, in the order of the servers and of their ids. */
export const catalogue = { ...identity, ...collaboration, ...telephony } as Readonly<
  Record<RequirementId, Requirement>
>;

/** The ids of the catalogue, in its order. */
export const requirementIds = Object.keys(catalogue) as RequirementId[];

const serverOfPrefix: Readonly<Record<string, Server>> = {
  IDN: 'identity',
  COL: 'collaboration',
  TEL: 'telephony',
};

/** The server that a requirement is about, which its id's prefix names. */
export function serverOf(id: RequirementId): Server {
  const server = serverOfPrefix[id.slice(0, 3)];
  if (server === undefined) throw new Error(`${id}: no server has this prefix`);
  return server;
}
