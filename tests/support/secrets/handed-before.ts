import type { Secret } from './mask.ts';
import { SEAL_KEY, seal, unseal } from './seal.ts';

/** The environment variable that holds, sealed, what the deployment handed out before the checks began. */
const HANDED_BEFORE = 'CONFORMANCE_HANDED_BEFORE';

/** In characters: a process cannot be started with a variable of more than 128 KiB, and sealing adds a third. */
const MOST_CHARACTERS = 65_536;

/**
 * Makes what the preflight was handed known to the workers and the reports of this run. Where no run has a key, nobody
 * writes anything either.
 */
export function publishHanded(secrets: readonly Secret[], env: NodeJS.ProcessEnv): void {
  const key = env[SEAL_KEY];
  if (key === undefined) return;
  let characters = 0;
  const kept = secrets.filter(([name, value]) => {
    characters += name.length + value.length;
    return characters <= MOST_CHARACTERS;
  });
  env[HANDED_BEFORE] = seal(kept, key).toString('base64');
}

/** What was handed out before the checks began; nothing if there was no preflight. */
export function handedBefore(env: Readonly<Record<string, string | undefined>>): readonly Secret[] {
  const { [HANDED_BEFORE]: sealed, [SEAL_KEY]: key } = env;
  if (sealed === undefined || key === undefined) return [];
  return unseal(Buffer.from(sealed, 'base64'), key) as Secret[];
}
