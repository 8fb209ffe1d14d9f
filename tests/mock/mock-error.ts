/** Why the mock did not start. The message is one line for the user who started it; it needs no stack trace. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** The message of any thrown value, on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').trim();
}
