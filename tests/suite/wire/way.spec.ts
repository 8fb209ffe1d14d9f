import { expect, test } from '@playwright/test';
import { headersTo, withGateway } from '../../support/wire/gateway-headers.ts';
import { browserProxy, proxyFor, proxyMistakes, proxySecrets } from '../../support/wire/proxy.ts';

/** What a request to a server of the target is given, and by which proxy it goes. */

const proxies = { HTTP_PROXY: 'plain.example:3128', https_proxy: 'http://me:p%40ss@secure.example:8080' };

for (const [address, exempt, expected] of [
  ['http://api.staging.example', '', 'http://plain.example:3128'],
  ['https://api.staging.example', '', 'http://secure.example:8080'],
  ['https://api.staging.example', 'other.example', 'http://secure.example:8080'],
  ['https://api.staging.example', 'other.example, staging.example', undefined],
  ['https://api.staging.example', '.staging.example', undefined],
  ['https://api.staging.example', '*.staging.example', undefined],
  ['https://notstaging.example', 'staging.example', 'http://secure.example:8080'],
  ['https://api.staging.example', 'staging.example:443', undefined],
  ['https://api.staging.example', 'staging.example:8443', 'http://secure.example:8080'],
  ['https://api.staging.example', '*', undefined],
  ['http://localhost:4010', '', undefined],
  ['http://127.0.0.1:4010', '', undefined],
  ['http://[::1]:4010', '', undefined],
] as const)
  test(`${address} is reached ${expected === undefined ? 'directly' : `by ${expected}`} where NO_PROXY is "${exempt}"`, () => {
    const found = proxyFor(address, { ...proxies, NO_PROXY: exempt });
    expect(found && `${found.protocol}//${found.host}`).toBe(expected);
  });

test('the browser gets the same proxy, and what is exempt from it', () => {
  const env = { ...proxies, NO_PROXY: 'internal.example 10.0.0.1:8080' };
  const told = browserProxy('https://accounts.staging.example', env);
  expect(told?.proxy.host).toBe('secure.example:8080');
  expect(told?.bypass.split(',')).toEqual([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'internal.example',
    '.internal.example',
    '10.0.0.1:8080',
  ]);
  expect(browserProxy('https://accounts.internal.example', env)).toBeUndefined();
});

test('credentials of a proxy are secrets, as written, as meant and as sent; what is no address is a mistake', () => {
  const secrets = proxySecrets(proxies).map(([, value]) => value);
  expect(secrets).toEqual(['p%40ss', 'p@ss', Buffer.from('me:p@ss').toString('base64').replace(/=+$/, '')]);
  expect(proxyMistakes({ HTTP_PROXY: 'ftp://x', HTTPS_PROXY: 'http://' })).toEqual([
    'HTTP_PROXY: expected the address of a proxy, http://HOST:PORT',
    'HTTPS_PROXY: expected the address of a proxy, http://HOST:PORT',
  ]);
  expect(proxyMistakes(proxies)).toEqual([]);
});

test('headers are those of the server at an address, by its path where several share an origin', () => {
  const target = {
    urls: { identity: 'https://gate.example/identity', telephony: 'https://gate.example/api/v1' },
    way: { headers: { identity: { 'X-Key': 'i' }, telephony: { 'X-Key': 't' } }, userAgent: 'test' },
  };
  const keyAt = (address: string) => headersTo(target, address)['X-Key'];
  expect(keyAt('https://gate.example/identity/oauth2/authorize')).toBe('i');
  expect(keyAt('https://gate.example/api/v1/x?y')).toBe('t');
  expect(keyAt('https://elsewhere.example/identity')).toBeUndefined();
  expect(keyAt('http://gate.example/identity')).toBeUndefined();
});

test('a header of the request itself stays, and a cookie of a gateway is added to others', () => {
  const gateway = { Authorization: 'Basic eA==', Cookie: 'access=1; session=theirs' };
  expect(withGateway({}, gateway)).toEqual({
    authorization: 'Basic eA==',
    cookie: 'access=1; session=theirs',
  });
  expect(withGateway({ authorization: 'Bearer t', cookie: 'session=ours' }, gateway)).toEqual({
    authorization: 'Bearer t',
    cookie: 'session=ours; access=1',
  });
});
