import type { getHttpOperationsFromSpec } from '@stoplight/prism-http';

/** An operation as Prism represents it. */
export type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];
