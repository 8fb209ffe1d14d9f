import { account, client, liveCallSids, otherAccount, otherClient, users } from './seed.ts';
import type { Urls } from './world.ts';

/** Where this deployment's callbacks can be received. */
interface Receiver {
  readonly url: string;
  readonly port: number;
}

/** The settings for judging the deployment: exactly those of a live target. */
export function settingsOf(
  urls: Urls,
  expiredAccessToken: string,
  receiver: Receiver,
): Record<string, string> {
  return {
    TARGET_NAME: 'reference',
    TARGET_AUTH_URL: urls.auth,
    TARGET_BASE_URL: urls.base,
    TARGET_API_URL: urls.api,
    TARGET_CLIENT_ID: client.id,
    TARGET_CLIENT_SECRET: client.secret,
    TARGET_REDIRECT_URI: client.redirectUris[0] ?? '',
    TARGET_USERNAME: users.member.username,
    TARGET_PASSWORD: users.member.password ?? '',
    TARGET_ACCOUNT_SID: account.sid,
    TARGET_AUTH_TOKEN: account.token,
    TARGET_OTHER_CLIENT_ID: otherClient.id,
    TARGET_OTHER_CLIENT_SECRET: otherClient.secret,
    TARGET_OTHER_ACCOUNT_SID: otherAccount.sid,
    TARGET_CALL_SIDS: liveCallSids.join(','),
    TARGET_CALLBACK_URL: receiver.url,
    TARGET_CALLBACK_PORT: String(receiver.port),
    // A callback comes within a second; waiting a minute would only delay noticing that it is missing.
    TARGET_CALLBACK_WAIT_MS: '3000',
    TARGET_NUMBER_COUNTRY: 'US',
    TARGET_AREA_CODE: '212',
    TARGET_REGION: 'NY',
    TARGET_POSTAL_CODE: '10001',
    TARGET_CONTAINS: '0104',
    TARGET_EXPIRED_ACCESS_TOKEN: expiredAccessToken,
    TARGET_ALLOW: 'recording,guest,sign-out',
  };
}
