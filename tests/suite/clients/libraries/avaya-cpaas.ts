// The entry '@avaya/cpaas' prints a warning about XML, which these operations do not need.
// @ts-expect-error The package has no types.
import Connectors from '@avaya/cpaas/connectors/index.js';

type Account = Readonly<Record<'api' | 'account' | 'token', string>>;

/**
 * Starts and ends a recording of a live call, and lists numbers with an area code.
 * @throws the error object, with `status` and `message`, when it is refused
 */
export async function recordAndList({ api, account, token }: Account, callSid: string, areaCode: string) {
  const { calls, availablePhoneNumbers } = new Connectors({
    accountSid: account,
    authToken: token,
    // With the version, without a slash at the end.
    baseUrl: `${api}/v2`,
  });
  const call = await calls.recordLiveCall({ callSid, record: true, direction: 'both' });
  await calls.recordLiveCall({ callSid, record: false });
  const list = await availablePhoneNumbers.listAvailablePhoneNumbers({
    country: 'US',
    type: 'Local',
    areaCode,
    // Its own documentation begins with 0; deployments that begin with 1 may answer either way.
    page: 0,
    pageSize: 2,
  });
  return { call: call.sid, numbers: list.available_phone_numbers };
}
