import { parseArgs } from 'node:util';
import type { Mock } from './index.ts';
import { MockError } from './mock-error.ts';
import { servers } from './servers.ts';

const usage = 'npm run mock -- [--port N]: N is the first of three ports, 4010 when absent';

/** `npm run mock`: serves the documents on fixed ports until it is told to stop. */
try {
  const first = readArguments(process.argv.slice(2));
  // Prism takes a second to load, so a wrong argument is reported first.
  const { startMock } = await import('./index.ts');
  const mock = await startMock({ ports: { auth: first, base: first + 1, api: first + 2 } });
  // Not `once`: the terminal signals the whole process group, and npm forwards the signal again.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void mock.close());
  console.log(introduction(mock));
} catch (error) {
  if (!(error instanceof MockError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function readArguments(args: string[]): number {
  const { tokens } = parseArgs({ args, strict: false, tokens: true, options: { port: { type: 'string' } } });
  const unknown = tokens.find((token) => token.kind !== 'option' || token.name !== 'port');
  if (unknown !== undefined) throw new MockError(`Unknown argument ${args[unknown.index]}. ${usage}`);
  const values = tokens.map((token) => (token.kind === 'option' ? (token.value ?? '') : ''));
  const port = values.length === 0 ? servers.auth.port : Number(values.at(-1));
  // The last of the three must be a valid port as well.
  if (!/^\d+$/.test(values.at(-1) ?? '0') || port < 1 || port > 65_533) {
    throw new MockError(`--port expects a number from 1 to 65533. ${usage}`);
  }
  return port;
}

function introduction({ urls }: Mock): string {
  const account = 'AC9d41b6f0c7e85a2340f1d6b8e2a97c53';
  return `
identity       ${urls.auth}
collaboration  ${urls.base}
telephony      ${urls.api}

Every answer is an example of the documents in specs/, the one that suits the request. Their chapters "In the mock" list
the values that are refused. Any other example is answered by its status or name, in a header or in the address:
Prefer: code=404, ?__code=404, Prefer: example=tollfree, ?__example=tollfree. Ctrl-C ends the mock.

curl '${urls.auth}/api/1.0/id_token/get_token_info?id_token=any'
curl -H 'Authorization: Bearer any' ${urls.base}/api/users/me
curl -u ${account}:any '${urls.api}/v2/Accounts/${account}/AvailablePhoneNumbers/US/Tollfree.json?PageSize=1'`;
}
