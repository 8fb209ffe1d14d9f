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
  const curl = [
    `curl '${urls.auth}/api/1.0/id_token/get_token_info?id_token=any'`,
    `curl -H 'Authorization: Bearer any' ${urls.base}/api/users/me`,
    `curl -u AC1:any ${urls.api}/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json`,
  ];
  return `
identity       ${urls.auth}
  ${curl[0]}
collaboration  ${urls.base}
  ${curl[1]}
telephony      ${urls.api}
  ${curl[2]}

Every answer is an example of the documents in specs/. Ask for another one by its status and name:
  ${curl[2]?.replace('curl', "curl -H 'Prefer: code=404'")}
  ${curl[2]?.replace('curl', "curl -H 'Prefer: example=tollfree'")}
A status or name that is not documented is answered with those that are. Ctrl-C ends the mock.
`;
}
