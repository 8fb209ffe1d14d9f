import { loadEnvFile } from 'node:process';

/** Reads the settings of a `.env` file, if there is one. The environment has the last word: a file never overrides it. */
export function readDotEnv(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
