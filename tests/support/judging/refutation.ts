/**
 * Says that an observation contradicts what is judged: a failed `expect` throws it, and a reader where no matcher fits.
 *
 * Only this breaks a requirement or a control: any other error is the suite's own fault.
 */
export class Refutation extends Error {
  override readonly name = 'Refutation';
}

/** Whether an error is an assertion about the deployment. */
export function isAssertion(error: unknown): error is Refutation {
  return error instanceof Refutation;
}

/**
 * Reads something that a deployment wrote with code that rejects what is malformed, such as a decoder. Nothing else
 * belongs in it: its errors are held against the deployment.
 *
 * @param malformed what is wrong if it is rejected: `the path is not percent-encoded correctly`
 * @param read the call of the decoder alone
 * @returns what `read` returns
 * @throws Refutation if the decoder rejects it
 */
export function readOrRefute<T>(malformed: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Refutation(malformed, { cause: error });
  }
}
