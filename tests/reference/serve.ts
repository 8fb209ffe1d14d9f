import { parseArgs } from 'node:util';
import { PortError } from './listen.ts';
import type { Reference } from './start.ts';

/** The first of four ports: identity, collaboration, telephony, and where callbacks are received. */
const FIRST_PORT = 4020;

const usage = `npm run reference -- [--port N]: N is the first of four ports, ${FIRST_PORT} when absent`;

/** `npm run reference`: serves the reference deployment on fixed ports until it is told to stop. */
try {
  const first = readArguments(process.argv.slice(2));
  const { startReference } = await import('./start.ts');
  const ports = { auth: first, base: first + 1, api: first + 2, receiver: first + 3 };
  const reference = await startReference({ ports });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(reference));
  console.log(introduction(reference));
  // Apart from the settings, so that `npm run -s reference > .env` holds these alone.
  console.error(firstRequests(reference));
} catch (error) {
  if (!(error instanceof PortError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Ends the process even while a name is still being looked up for a callback. */
async function end(reference: Reference): Promise<void> {
  await reference.close();
  process.exit(0);
}

function readArguments(args: string[]): number {
  const { tokens } = parseArgs({ args, strict: false, tokens: true, options: { port: { type: 'string' } } });
  const unknown = tokens.find((token) => token.kind !== 'option' || token.name !== 'port');
  if (unknown !== undefined) throw new PortError(`Unknown argument ${args[unknown.index]}. ${usage}`);
  const values = tokens.map((token) => (token.kind === 'option' ? (token.value ?? '') : ''));
  const text = values.at(-1) ?? String(FIRST_PORT);
  // The last of the four must be a valid port as well.
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_532) {
    throw new PortError(`--port expects a number from 1 to 65532. ${usage}`);
  }
  return Number(text);
}

function introduction({ settings, urls }: Reference): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [
    '# The reference deployment of the interface. These lines, saved as .env, describe it to',
    '# npm run conformance:live. Ctrl-C ends it, and all that it knows.',
    ...lines,
    '',
    `# ${urls.auth} identity`,
    `# ${urls.base} collaboration`,
    `# ${urls.api} telephony`,
  ].join('\n');
}

/** A command for each server that works when pasted into a shell. */
function firstRequests({ settings, urls }: Reference): string {
  const fields = {
    grant_type: 'password',
    client_id: settings['TARGET_CLIENT_ID'],
    client_secret: settings['TARGET_CLIENT_SECRET'],
    username: settings['TARGET_USERNAME'],
    password: settings['TARGET_PASSWORD'],
    scope: 'email profile spaces',
  };
  const form = Object.entries(fields).map(([name, value]) => `--data-urlencode '${name}=${value}'`);
  const { TARGET_ACCOUNT_SID: sid, TARGET_AUTH_TOKEN: token } = settings;
  return `
curl ${form.join(' ')} ${urls.auth}/oauth2/access_token
curl -d displayname=Guest ${urls.base}/api/anonymous/auth
curl -u ${sid}:${token} '${urls.api}/v2/Accounts/${sid}/AvailablePhoneNumbers/US/Local.json?PageSize=1'`;
}
