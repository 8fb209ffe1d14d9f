import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secret } from './mask.ts';

/**
 * The environment variable that passes the encryption key from a run's first process to its workers. The key is
 * created for each run and stored nowhere, so sealed bytes alone are useless.
 */
export const SEAL_KEY = 'CONFORMANCE_SEAL_KEY';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key to put into the environment. */
export function newKey(): string {
  return randomBytes(32).toString('base64');
}

/** A value as bytes that only this run can read. */
export function seal(value: unknown, key: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * The value that was sealed.
 *
 * @throws if the bytes were sealed with another key, or have been changed
 */
export function unseal(bytes: Buffer, key: string): unknown {
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

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
