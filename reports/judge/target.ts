import type { Verdicts } from '../model.ts';
import { line } from '../text.ts';

type Target = Verdicts['target'];

/**
 * What the run was pointed at, for the reports: the global set-up leaves the description in
 * `CONFORMANCE_TARGET_DESCRIPTION`. A run that did not get that far knows only which kind was requested.
 */
export function targetFrom(env: NodeJS.ProcessEnv): Target {
  try {
    const { kind, name, urls } = JSON.parse(env.CONFORMANCE_TARGET_DESCRIPTION ?? '') as Partial<Target>;
    if (isKind(kind)) return { kind, name: line(name ?? kind), urls: urls ?? {} };
  } catch {
    // Not described yet: the fallback below says so.
  }
  const kind = isKind(env.CONFORMANCE_TARGET) ? env.CONFORMANCE_TARGET : 'live';
  return { kind, name: line(env.TARGET_NAME || kind), urls: {} };
}

function isKind(kind: unknown): kind is Target['kind'] {
  return kind === 'mock' || kind === 'reference' || kind === 'live';
}

/** The addresses as the verdict file names them, and the servers at them. */
export const serverAt = { auth: 'identity', base: 'collaboration', api: 'telephony' } as const;

/** The addresses of a target, each with the server that is there. */
export function addressesOf({ urls }: Pick<Target, 'urls'>): [server: string, url: string][] {
  return (Object.keys(serverAt) as (keyof typeof serverAt)[]).flatMap((name) => {
    const url = urls[name];
    return url === undefined ? [] : [[serverAt[name], url] as [string, string]];
  });
}
