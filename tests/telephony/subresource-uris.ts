import { expect, judge } from '../support/test.ts';

/** The requirements about the path of a subresource, and its name. */
const named = [
  ['TEL-026', 'notifications'],
  ['TEL-027', 'recordings'],
] as const;

/** Judges whether the path of each subresource of a call contains the sid of that call and its own name. */
export async function judgeSubresourceUris(
  calls: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const [id, name] of named) {
    await judge(id, () => {
      for (const { sid, subresource_uris: uris } of calls) {
        const uri = (uris as Record<string, unknown> | undefined)?.[name];
        // The schema judges whether it is a string at all; TEL-029 judges whether sid is that of the path.
        if (typeof uri !== 'string' || typeof sid !== 'string') continue;
        for (const part of [sid, name])
          expect(uri.toLowerCase(), `the path of the ${name}`).toContain(part.toLowerCase());
      }
    });
  }
}
