/** Shorter values would turn up in the midst of innocent text. */
const SHORTEST_SECRET = 4;

/** Replaces secrets by their names, in every form in which a request or an answer may carry them. */
export interface Mask {
  /** Remembers a secret by a name that reads as a shell variable, such as `ACCESS_TOKEN`. */
  learn(name: string, secret: string): void;
  /** The text with every known secret replaced by `$NAME`. */
  apply(text: string): string;
  /** The names of the secrets known so far. */
  names(): ReadonlySet<string>;
}

/** A mask that knows no secret yet. */
export function createMask(): Mask {
  const nameOf = new Map<string, string>();
  let longestFirst: [string, string][] = [];
  return {
    learn(name, secret) {
      if (secret.length < SHORTEST_SECRET || nameOf.has(secret)) return;
      for (const form of formsOf(secret)) if (!nameOf.has(form)) nameOf.set(form, name);
      // A secret that contains another must be replaced first, or its remainder would stay.
      longestFirst = [...nameOf].toSorted(([a], [b]) => b.length - a.length);
    },
    apply(text) {
      return longestFirst.reduce((masked, [secret, name]) => masked.replaceAll(secret, `$${name}`), text);
    },
    names: () => new Set(nameOf.values()),
  };
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}

/** A JSON Web Token in its compact form: three base64url parts, the first of which starts a JSON object. */
const COMPACT_JWT = /\beyJ[\w-]*\.[\w-]+\.[\w-]*/g;

const TOKEN_FIELD = /"(access_token|refresh_token|id_token|token|code)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;

/**
 * Teaches the mask the credentials that an answer hands out: tokens in the body, a code in the
 * redirect, cookies.
 *
 * @param body the answer's body as text
 * @param headers the answer's headers, by lower-case name
 */
export function learnFromAnswer(
  mask: Mask,
  body: string,
  headers: Readonly<Record<string, string | string[]>>,
): void {
  for (const [, field = '', value = ''] of body.matchAll(TOKEN_FIELD)) {
    try {
      mask.learn(field.toUpperCase(), JSON.parse(`"${value}"`) as string);
    } catch {
      mask.learn(field.toUpperCase(), value);
    }
  }
  for (const [jwt] of body.matchAll(COMPACT_JWT)) mask.learn('JWT', jwt);
  for (const location of [headers['location'] ?? []].flat()) {
    const code = /[?&#]code=([^&#]+)/.exec(location)?.[1];
    if (code !== undefined) mask.learn('CODE', decodeURIComponentLeniently(code));
  }
  for (const cookie of [headers['set-cookie'] ?? []].flat()) {
    const value = /^[^=;]*=([^;]*)/.exec(cookie)?.[1];
    if (value !== undefined) mask.learn('COOKIE', value);
  }
}

function decodeURIComponentLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
