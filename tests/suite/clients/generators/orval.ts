// npx orval@7.13.2, where orval.config.js says: { input: 'telephony.openapi.yaml', output: { target: 'telephony.ts',
// client: 'fetch', baseUrl: 'https://…' } }
import { listAvailableNumbers, recordCall } from './telephony.ts';

type Account = Readonly<Record<'account' | 'token', string>>;

/** Starts and ends a recording of a live call, and lists toll-free numbers. */
export async function recordAndList({ account, token }: Account, callSid: string) {
  const headers = { Authorization: `Basic ${btoa(`${account}:${token}`)}` };
  const started = await recordCall(account, callSid, { Record: 'true' }, { headers });
  if (started.status !== 200) throw new Error(started.data.message);
  await recordCall(account, callSid, { Record: 'false' }, { headers });
  const list = await listAvailableNumbers('v2', account, 'US', 'Tollfree', { PageSize: '1' }, { headers });
  if (list.status !== 200) throw new Error(list.data.message);
  return { call: started.data.sid, numbers: list.data.available_phone_numbers };
}
