import type { RequirementId } from '../support/catalogue.ts';

/** A server that gives one answer to everything. */
export interface Constant {
  readonly says: string;
  /** The requirements that its answer really shows, each with the reason. */
  readonly passes?: Readonly<Partial<Record<RequirementId, string>>>;
}

/** Constant answerers by their names. */
export const constants: Readonly<Record<string, Constant>> = {};

/** Starts one on all three addresses. */
export function startConstant(
  _constant: Constant,
): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  throw new Error('There is none yet');
}
