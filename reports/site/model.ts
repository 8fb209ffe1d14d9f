import type { Level, Server } from '../../tests/support/catalogue.ts';
import type { Outcome, Verdict } from '../model.ts';

/**
 * What the pages show. All of it is plain data: what a deployment answered is made safe to print, and the pages insert
 * it only as text.
 */

/** A place on the site: a page, and an anchor on it. */
export interface Place {
  readonly path: string;
  readonly anchor: string;
}

/** A run at a glance. */
export interface RunSummary {
  readonly name: string;
  readonly kind: string;
  readonly urls: readonly { readonly server: string; readonly url: string }[];
  /** `2026-11-21 02:00 UTC`. */
  readonly when: string;
  readonly duration: string;
  readonly requests: number;
  readonly complete: boolean;
  readonly outcome: Outcome;
  /** The outcome in a sentence. */
  readonly headline: string;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Whether it was judged against a different catalogue from the one that the site shows. */
  readonly otherCatalogue: boolean;
  readonly errors: readonly string[];
  /** What is wrong with entries in the list of known deviations; each mistake fails the run. */
  readonly wrongEntries: readonly string[];
  /** What changed since the run that it was compared with. */
  readonly drift: readonly { readonly id: string; readonly says: string }[];
}

/** How many requirements got each verdict. */
export type Tally = Readonly<Record<Verdict, number>>;

/** How many requirements of one server and level have each verdict. */
export interface TallyRow {
  readonly server: Server;
  readonly level: Level;
  readonly total: number;
  readonly tally?: Tally;
}

/** A capability on the front page. */
export interface CapabilityCard {
  readonly path: string;
  readonly server: Server;
  readonly title: string;
  readonly summary: string;
  readonly total: number;
  readonly tally?: Tally;
}

/** The start page. */
export interface StartData {
  readonly run?: RunSummary;
  /** The run that it is compared with, on a separate page. */
  readonly since?: { readonly name: string; readonly when: string };
  readonly rows: readonly TallyRow[];
  readonly cards: readonly CapabilityCard[];
  /** What differs, or could not be judged. */
  readonly wrong: readonly {
    readonly id: string;
    readonly path: string;
    readonly title: string;
    readonly verdict: Verdict;
    readonly reason: string;
    readonly deviation?: string;
  }[];
}

/** The page of one requirement. */
export interface RequirementData {
  readonly id: string;
  readonly title: string;
  readonly statement: string;
  readonly level: Level;
  readonly basis: string;
  readonly source: string;
  readonly operation: string;
  readonly readings: readonly { readonly value: string; readonly meaning: string }[];
  readonly untestable?: string;
  /** The run's verdict; absent without a run, or if its catalogue lacked the requirement. */
  readonly verdict?: Verdict;
  readonly reason: string;
  readonly observed?: string;
  /** Why the difference is known, who owns it, and until when. */
  readonly deviation?: string;
  /** The checks that cover it, those for near misses last: these are shown without their source. */
  readonly checks: readonly { readonly place: Place; readonly title: string; readonly source?: string }[];
  /** The mutants that prove its checks; absent without a kill matrix. */
  readonly provenBy?: readonly { readonly name: string; readonly says: string }[];
}

/** One exchange, as a page shows it. */
export interface ExchangeData {
  readonly title: string;
  /** The requirements that it shows to be broken. */
  readonly breaks: readonly string[];
  readonly request: string;
  readonly response: string;
  readonly curl: string;
}

/** One check, as the pages of its requirements show it. */
export interface CheckData {
  readonly anchor: string;
  readonly title: string;
  /** File and line. */
  readonly place: string;
  /** Whether it looks for near misses. */
  readonly isDeep: boolean;
  readonly source: string;
  readonly covers: readonly { readonly place: Place; readonly id: string }[];
  /** Absent if there is no evidence from the run. */
  readonly exchanges?: readonly ExchangeData[];
  readonly omitted: number;
}

/** One capability's page. */
export interface CapabilityData {
  readonly path: string;
  readonly run?: RunSummary;
  readonly tally?: Tally;
  readonly requirements: readonly RequirementData[];
  readonly checks: readonly CheckData[];
}

/** An open point or a choice, with what the runs saw. */
export interface SilentPoint {
  readonly id: string;
  readonly path: string;
  readonly server: Server;
  readonly title: string;
  readonly statement: string;
  readonly level: Level;
  readonly source: string;
  readonly readings: readonly { readonly value: string; readonly meaning: string }[];
  readonly untestable?: string;
  readonly seen: readonly {
    readonly where: string;
    readonly when: string;
    readonly value?: string;
    readonly verdict: Verdict;
    readonly reason: string;
  }[];
}

/** The page about what the interface leaves open. */
export interface SilentData {
  readonly runs: readonly RunSummary[];
  readonly points: readonly SilentPoint[];
}

/** One requirement's line in the kill matrix. */
export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  /** The mutants that break it, and whether the suite reports that. */
  readonly mutants: readonly {
    readonly name: string;
    readonly says: string;
    readonly told: boolean;
    readonly core: boolean;
  }[];
}

/** The mutants of one group of requirements. */
export interface MatrixGroup {
  readonly path: string;
  readonly server: Server;
  readonly title: string;
  readonly rows: readonly MatrixRow[];
  readonly mutants: number;
}

/** The page of the kill matrix. */
export interface MatrixData {
  readonly made: boolean;
  /** Deployments that differ in ways that no text forbids, and how many of them the suite blames. */
  readonly harmless?: { readonly total: number; readonly blamed: number };
  /** Servers that give the same answer to everything, and on how many of them a check passes vacuously. */
  readonly constant?: { readonly total: number; readonly vacuous: number };
  readonly counts?: Readonly<Record<'killed' | 'survived' | 'elsewhere' | 'blocked', number>>;
  /** How many of the killed ones core checks alone report. */
  readonly core?: number;
  readonly mutants: number;
  readonly localised?: number;
  readonly otherCatalogue: boolean;
  readonly groups: readonly MatrixGroup[];
  readonly unproven: readonly { readonly id: string; readonly path: string }[];
  readonly notKilled: readonly {
    readonly name: string;
    readonly says: string;
    readonly fate: string;
    readonly why?: string;
    readonly breaks: readonly string[];
  }[];
  /** The picture: requirements from top to bottom, mutants from left to right, as paths of small boxes. */
  readonly picture?: {
    readonly width: number;
    readonly height: number;
    /** The number of requirements shown, and the width of their capabilities' names. */
    readonly rows: number;
    readonly labels: number;
    readonly told: string;
    readonly missed: string;
    readonly strays: string;
    readonly bands: readonly {
      readonly path: string;
      readonly title: string;
      readonly y: number;
      readonly height: number;
    }[];
  };
}
