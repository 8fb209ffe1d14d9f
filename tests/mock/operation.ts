import type { getHttpOperationsFromSpec } from '@stoplight/prism-http';

/** An operation as Prism represents it, with what it leaves out of the document. */
export type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number] & {
  /** By status and name of the example, separated by a space. */
  readonly occasions: ReadonlyMap<string, Occasion>;
};

/** The values of parameters by name; null stands for one that is absent or empty. */
export type Values = Readonly<Record<string, string | null>>;

/** When the mock answers with an example by itself. */
export interface Occasion {
  /** The request that the example answers. */
  readonly 'x-request'?: Values;
  /** Requests that the mock reserves for it. */
  readonly 'x-reserved'?: readonly Values[];
}
