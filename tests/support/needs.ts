import { browserPath } from './browser/launch.ts';
import { catalogue, type Need, type RequirementId, type Server, serverOf } from './catalogue.ts';
import type { Target } from './target.ts';

/** The needs of the catalogue that a target meets. `data` depends on the answers, so the checks decide it. */
export function offers(target: Target): ReadonlySet<Need> {
  const canLogIn = target.user !== undefined || target.login.storageState !== undefined;
  const met: Record<Need, boolean> = {
    // Prism answers every request in the same way, whatever its values and whatever was sent before.
    state: target.kind !== 'mock',
    data: true,
    client: target.client !== undefined,
    'other-client': target.otherClient !== undefined,
    user: target.user !== undefined,
    // The mock needs no login: its authorize endpoint redirects with a code at once.
    login: target.kind === 'mock' || (canLogIn && browserPath(target.login.browser) !== undefined),
    account: target.account !== undefined,
    'other-account': target.otherAccountSid !== undefined,
    call: target.callSids.length > 0,
    callback: target.callback !== undefined,
    'expired-token': target.expiredAccessToken !== undefined,
    'effect:recording': target.effects.includes('recording'),
    'effect:guest': target.effects.includes('guest'),
    'effect:sign-out': target.effects.includes('sign-out'),
  };
  return new Set((Object.keys(met) as Need[]).filter((need) => met[need]));
}

/**
 * What a target lacks to exercise a requirement: the server, or the first need that it does not meet; undefined if it
 * lacks nothing.
 *
 * @param met what the target offers
 */
export function lackedBy(
  target: Target,
  id: RequirementId,
  met = offers(target),
): { readonly server: Server } | { readonly need: Need } | undefined {
  const server = serverOf(id);
  if (target.urls[server] === undefined) return { server };
  const need = catalogue[id].needs?.find((one) => !met.has(one));
  return need && { need };
}

/** What a target has to provide to meet each need. */
export const needMeans: Readonly<Record<Need, string>> = {
  state:
    'a stateful deployment, whose answers depend on the request and on earlier ones; the mock is stateless',
  data: 'answers that contain something to judge',
  client: 'a registered client (TARGET_CLIENT_ID, TARGET_CLIENT_SECRET, TARGET_REDIRECT_URI)',
  'other-client': 'a second client (TARGET_OTHER_CLIENT_ID, TARGET_OTHER_CLIENT_SECRET)',
  user: 'a test user (TARGET_USERNAME, TARGET_PASSWORD)',
  login:
    'a login in a browser (TARGET_USERNAME or TARGET_STORAGE_STATE, and Chromium: npx playwright install chromium)',
  account: 'a telephony account (TARGET_ACCOUNT_SID, TARGET_AUTH_TOKEN)',
  'other-account': 'an account that is not yours (TARGET_OTHER_ACCOUNT_SID)',
  call: 'a live call (TARGET_CALL_SIDS)',
  callback:
    'an address at which the deployment can reach this machine (TARGET_CALLBACK_URL, TARGET_CALLBACK_PORT)',
  'expired-token': 'a token over an hour old (TARGET_EXPIRED_ACCESS_TOKEN)',
  'effect:recording': 'permission to record (TARGET_ALLOW=recording)',
  'effect:guest': 'permission to log in guests (TARGET_ALLOW=guest)',
  'effect:sign-out': 'permission to sign the user out (TARGET_ALLOW=sign-out)',
};
