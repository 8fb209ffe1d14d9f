// npx openapi-typescript telephony.openapi.yaml -o telephony.d.ts
import createClient from 'openapi-fetch';
import type { paths } from './telephony.d.ts';

type Account = Readonly<Record<'api' | 'account' | 'token', string>>;

/** Starts and ends a recording of a live call, and lists toll-free numbers. */
export async function recordAndList({ api, account: AccountSid, token }: Account, CallSid: string) {
  const telephony = createClient<paths>({
    baseUrl: api,
    headers: {
      Authorization: `Basic ${btoa(`${AccountSid}:${token}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  });
  const record = (Record: 'true' | 'false') =>
    telephony.POST('/v2/Accounts/{AccountSid}/Calls/{CallSid}/Recordings.json', {
      params: { path: { AccountSid, CallSid } },
      body: { Record, Direction: 'both' },
    });
  const started = await record('true');
  if (started.error) throw new Error(started.error.message);
  await record('false');
  const list = await telephony.GET(
    '/{version}/Accounts/{AccountSid}/AvailablePhoneNumbers/{Country}/{Type}.json',
    {
      params: {
        path: { version: 'v2', AccountSid, Country: 'US', Type: 'Tollfree' },
        query: { PageSize: '1' },
      },
    },
  );
  if (list.error) throw new Error(list.error.message);
  return { call: started.data.sid, numbers: list.data.available_phone_numbers };
}
