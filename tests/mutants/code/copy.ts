import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of the project that may be changed, in a folder of its own, which the caller removes. */
export function copyOfProject(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'changed-'));
  for (const part of [
    'package.json',
    'tsconfig.json',
    'playwright.config.ts',
    'specs',
    'schemas',
    'tests',
    'reports',
  ]) {
    cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (file) => path.relative(root, file) !== path.join('reports', 'out'),
    });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/**
 * What a function that reads syntax trees returns for each file.
 *
 * @param files their paths from the root
 */
export function readSources<T>(files: readonly string[], read: (source: SourceFile) => T): Map<string, T> {
  const api = new API({ cwd: root });
  try {
    const config = path.join(root, 'tsconfig.json');
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    const sourceOf = (file: string): SourceFile => {
      const source = program?.getSourceFile(path.join(root, file));
      if (source === undefined) throw new Error(`${file} is not in the project`);
      return source;
    };
    return new Map(files.map((file) => [file, read(sourceOf(file))]));
  } finally {
    api.close();
  }
}
