import { catalogue, type RequirementId, requirementIds } from './catalogue.ts';
import { DEEP, FURTHER, REQUIREMENT } from './judging/check-record.ts';

/** Which requirements a test covers. */

/**
 * Names the requirements that a test covers, as the details of the test. A test of one requirement judges it by
 * passing or failing; a test of several says which of them hold with `judge`, `establish` or `judgeBodies`.
 */
export function covers(...given: readonly (RequirementId | Further)[]) {
  const ids = given.flatMap((one) => (typeof one === 'string' ? one : one.further));
  const further = given.flatMap((one) => (typeof one === 'string' ? [] : one.further));
  return {
    tag: ids.map((id) => `@${id}`),
    annotation: [
      ...ids.map((id) => ({ type: REQUIREMENT, description: id })),
      ...further.map((id) => ({ type: FURTHER, description: id })),
    ],
  };
}

/**
 * The same for a check that looks for near misses: other values, other orders, second uses, other pages. It is left out
 * of a run with `--grep-invert @deep`, in which other checks judge the same requirements.
 */
export function deep(...given: readonly (RequirementId | Further)[]) {
  const { tag, annotation } = covers(...given);
  return { tag: [DEEP, ...tag], annotation };
}

interface Further {
  readonly further: readonly RequirementId[];
}

/**
 * Requirements that a test judges in an additional place, while another test always judges them. The test may leave
 * them unjudged, if the target does not meet its needs or there is nothing to judge.
 */
export function further(...ids: readonly [RequirementId, ...RequirementId[]]): Further {
  return { further: ids };
}

/** The ids of the requirements about the parts of a body, for `covers`. */
export function partsOf(schema: string): readonly [RequirementId, ...RequirementId[]] {
  const [first, ...rest] = requirementIds.filter((id) => {
    const { body } = catalogue[id];
    return body?.schema === schema && body.at !== '';
  });
  if (first === undefined) throw new Error(`No requirement is about the parts of ${schema}`);
  return [first, ...rest];
}
