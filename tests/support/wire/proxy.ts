/** The proxies that the environment names: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in either letter case. */

type Environment = Readonly<Record<string, string | undefined>>;

/** This machine is reached without a proxy, whatever NO_PROXY says. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]'] as const;

const isOwn = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);

/** The variable that names the proxy for a scheme. */
const variables = { 'http:': 'HTTP_PROXY', 'https:': 'HTTPS_PROXY' } as const;

/** Ports that a URL need not tell. */
const usual: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** A value of the environment, by its name in capital or small letters; small ones have precedence, as in curl. */
function named(env: Environment, name: string): string {
  return (env[name.toLowerCase()] || env[name] || '').trim();
}

/** The proxy by which an address is reached; undefined if it is reached without one. */
export function proxyFor(address: string | URL, env: Environment = process.env): URL | undefined {
  const { protocol, hostname, port } = new URL(address);
  const variable = variables[protocol as keyof typeof variables];
  const proxy = variable === undefined ? '' : named(env, variable);
  if (proxy === '' || isOwn(hostname) || isExempt(hostname, port || (usual[protocol] ?? ''), env))
    return undefined;
  return new URL(withScheme(proxy));
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** The entries of NO_PROXY: `*`, a host, or a domain, each possibly with a port. */
function exemptions(env: Environment): string[] {
  return named(env, 'NO_PROXY')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '');
}

/** Whether NO_PROXY names a host, or a domain that it is in. */
function isExempt(hostname: string, port: string, env: Environment): boolean {
  return exemptions(env).some((entry) => {
    const [, name = '', ofPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase().replace(/^\*?\./, '')) ?? [];
    if (ofPort !== undefined && ofPort !== port) return false;
    return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
}

/** What is wrong with the proxies of the environment: a sentence for each. */
export function proxyMistakes(env: Environment): string[] {
  return Object.values(variables).flatMap((name) => {
    const proxy = named(env, name);
    if (proxy === '') return [];
    const isKnown = URL.canParse(withScheme(proxy)) && /^(?:https?|socks5):/i.test(withScheme(proxy));
    return isKnown ? [] : [`${name}: expected the address of a proxy, http://HOST:PORT`];
  });
}

/** A proxy as a report may show it: without its credentials. */
export function shownProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The credentials that the proxies of the environment are given: secrets, each with the name of its variable. */
export function proxySecrets(env: Environment): (readonly [name: string, value: string])[] {
  return Object.values(variables).flatMap((variable) => {
    const proxy = named(env, variable);
    if (proxy === '' || !URL.canParse(withScheme(proxy))) return [];
    const { username, password } = new URL(withScheme(proxy));
    if (password === '') return [];
    const [user, secret] = [username, password].map((part) => decodeURIComponent(part));
    const pair = Buffer.from(`${user}:${secret}`).toString('base64').replace(/=+$/, '');
    return [password, secret ?? '', pair].map((value) => [`${variable}_PASSWORD`, value] as const);
  });
}

/** How Chromium is told to reach its pages in the same way as the requests reach this address. */
export function browserProxy(
  address: string | undefined,
  env: Environment = process.env,
): { readonly proxy: URL; readonly bypass: string } | undefined {
  const proxy = address === undefined ? undefined : proxyFor(address, env);
  if (proxy === undefined) return undefined;
  const domains = exemptions(env).flatMap((entry) => {
    const name = entry.replace(/^\*?\./, '');
    return name === '*' || /^[\d.:[\]]+$/.test(name) ? [name] : [name, `.${name}`];
  });
  return { proxy, bypass: [...ownMachine, ...domains].join(',') };
}
