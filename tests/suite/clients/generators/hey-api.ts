// npx @hey-api/openapi-ts -i telephony.openapi.yaml -o telephony -p @hey-api/client-fetch @hey-api/sdk zod
import { client } from './telephony/client.gen.ts';
import { listAvailableNumbers, recordCall } from './telephony/sdk.gen.ts';
import { zCall } from './telephony/zod.gen.ts';

type Account = Readonly<Record<'api' | 'account' | 'token', string>>;

/** Starts and ends a recording of a live call, and lists toll-free numbers. */
export async function recordAndList({ api, account: AccountSid, token }: Account, CallSid: string) {
  client.setConfig({ baseUrl: api, auth: `${AccountSid}:${token}`, throwOnError: true });
  const path = { AccountSid, CallSid };
  const { data } = await recordCall({ path, body: { Record: 'true' }, throwOnError: true });
  await recordCall({ path, body: { Record: 'false' } });
  const list = await listAvailableNumbers({
    path: { version: 'v2', AccountSid, Country: 'US', Type: 'Tollfree' },
    query: { PageSize: '1' },
    throwOnError: true,
  });
  return { call: zCall.parse(data).sid, numbers: list.data.available_phone_numbers };
}
