import type { Variants } from '../mutant.ts';

/** All harmless variants by their names. */
export const harmless: Variants = {};
