import { expect, test } from '@playwright/test';
import { curlOf } from '../../support/curl.ts';
import { createMask } from '../../support/secrets/mask.ts';

/** The command that repeats a request: it names the settings that a reader has. */

const url = 'http://127.0.0.1/x';

function commandFor(authorization: string): string {
  const mask = createMask();
  mask.learn('TARGET_AUTH_TOKEN', 'the-auth-token');
  mask.learn('BASIC_CREDENTIALS', Buffer.from('AC1:the-auth-token').toString('base64'));
  return curlOf('GET', url, { authorization }, undefined, mask);
}

const encoded = (pair: string): string => Buffer.from(pair).toString('base64');

test('Basic credentials are given by the names of their settings', () => {
  expect(commandFor(`Basic ${encoded('AC1:the-auth-token')}`)).toBe(
    `curl -i "${url}" -u "AC1:\${TARGET_AUTH_TOKEN}"`,
  );
  expect(commandFor(`Basic ${encoded('AC1:the-auth-token-not')}`)).toBe(
    `curl -i "${url}" -u "AC1:\${TARGET_AUTH_TOKEN}-not"`,
  );
});

test('what is no pair, or another scheme, is sent as it is', () => {
  expect(commandFor(`basic ${encoded('AC1:x')}`)).toContain('-H "authorization: basic ');
  expect(commandFor(`Basic ${encoded('no colon')}`)).toContain('-H "authorization: Basic ');
  expect(commandFor('Basic %%%')).toContain('-H "authorization: Basic %%%"');
});
