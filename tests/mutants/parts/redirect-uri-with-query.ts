import type { Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';

/** A redirect URI that has a query of its own. */
const withQuery = `${client.redirectUris[0]}?from=conformance`;

/** The settings of a client that is registered with it. */
export const settingsWithQuery = { TARGET_REDIRECT_URI: withQuery } as const;

/** The rule that registers the client with this redirect URI only. */
export const registeredWithQuery: Pick<Rules, 'redirectUri'> = {
  redirectUri: ({ id }, uri) => (id === client.id && uri === withQuery ? uri : undefined),
};
