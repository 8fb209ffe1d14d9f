/** Names in DEBUG whose logs show what is typed and sent, before it is known which of it is secret. */
const showsTheWire = /\*|^pw:(?:protocol|channel|browser|server)/;

/**
 * Turns off Playwright logs that bypass the mask: the browser's protocol, which shows cookies and codes before a
 * worker learns them, and PW_RUNNER_DEBUG, which lets workers write to the terminal themselves.
 *
 * @param env the environment that the workers are started with; it is modified
 * @returns what was turned off, by its name
 */
export function withoutWireLogs(env: NodeJS.ProcessEnv): string[] {
  const names = (env['DEBUG'] ?? '').split(/[\s,]+/).filter(Boolean);
  const off = names.filter((name) => !name.startsWith('-') && showsTheWire.test(name));
  if (off.length > 0) env['DEBUG'] = names.filter((name) => !off.includes(name)).join(',');
  const isRunner = env['PW_RUNNER_DEBUG'] !== undefined;
  delete env['PW_RUNNER_DEBUG'];
  return [...off.map((name) => `DEBUG=${name}`), ...(isRunner ? ['PW_RUNNER_DEBUG'] : [])];
}
