import { catalogue, type RequirementId, requirementIds } from './catalogue.ts';
import { FURTHER } from './check-record.ts';

/** Which requirements a test speaks about. */

/**
 * Names the requirements that a test speaks about, for its details. A test of one requirement judges
 * it by passing or failing; a test of several says which holds by `judge`, `establish` or `judgeBodies`.
 */
export function covers(...given: readonly (RequirementId | Further)[]) {
  const ids = given.flatMap((one) => (typeof one === 'string' ? one : one.further));
  const further = given.flatMap((one) => (typeof one === 'string' ? [] : one.further));
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: [
      ...ids.map((id) => ({ type: 'requirement', description: id })),
      ...further.map((id) => ({ type: FURTHER, description: id })),
    ],
  };
}

interface Further {
  readonly further: readonly RequirementId[];
}

/**
 * Requirements that a test judges in one more place, where another test judges them in any case: of these it may
 * be silent, for want of a need of its own or of something to look at.
 */
export function further(...ids: readonly [RequirementId, ...RequirementId[]]): Further {
  return { further: ids };
}

/** The ids of the requirements that speak of the parts of a body, for `covers`. */
export function partsOf(schema: string): readonly [RequirementId, ...RequirementId[]] {
  const [first, ...rest] = requirementIds.filter((id) => {
    const { body } = catalogue[id];
    return body?.schema === schema && body.at !== '';
  });
  if (first === undefined) throw new Error(`No requirement speaks of the parts of ${schema}`);
  return [first, ...rest];
}
