/** Why the mock did not start. The message is one line for whoever started it; it needs no stack trace. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** What an unknown thrown value says, on one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').trim();
}
