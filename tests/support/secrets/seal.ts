import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

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
