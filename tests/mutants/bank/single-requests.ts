import type { Bank } from '../mutant.ts';

/** Requests of one kind that are answered otherwise, where those that are nearly the same are answered well. */
export const singleRequestMutants = {} satisfies Bank;
