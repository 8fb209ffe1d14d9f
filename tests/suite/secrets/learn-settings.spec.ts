import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { learnSettings } from '../../support/secrets/learn.ts';
import { createMask } from '../../support/secrets/mask.ts';

/** The secrets of the settings, and of a login of beforehand that they name, are learned before anything is sent. */

/** Secrets of the settings, each with how it is sent. */
const settings = {
  TARGET_CLIENT_ID: 'client-1',
  TARGET_CLIENT_SECRET: ' first-secret-1 ',
  TARGET_OTHER_CLIENT_ID: 'client-2',
  TARGET_OTHER_CLIENT_SECRET: 'pw2',
  TARGET_USERNAME: 'ana',
  TARGET_PASSWORD: 'pä1',
  TARGET_ACCOUNT_SID: 'AC1',
  TARGET_AUTH_TOKEN: 'tok',
};

test('the secrets of the settings are masked as they stand, as they are sent, and as HTTP Basic has them', () => {
  const mask = createMask();
  learnSettings(mask, settings);
  expect(mask.apply('( first-secret-1 ) (first-secret-1)')).toBe(
    '($TARGET_CLIENT_SECRET) ($TARGET_CLIENT_SECRET)',
  );
  for (const [user, password] of [
    ['client-1', 'first-secret-1'],
    ['client-2', 'pw2'],
    ['ana', 'pä1'],
    ['AC1', 'tok'],
  ]) {
    for (const encoding of ['utf8', 'latin1'] as const) {
      const pair = Buffer.from(`${user}:${password}`, encoding);
      for (const text of [pair.toString('base64'), pair.toString('base64url')])
        expect(mask.apply(`Basic ${text}`)).toMatch(/^Basic \$\w+=*$/);
    }
  }
});

test('half of a pair is no credential', () => {
  const mask = createMask();
  learnSettings(mask, { TARGET_ACCOUNT_SID: 'AC123456', TARGET_OTHER_CLIENT_SECRET: 'secret-1' });
  expect([...mask.names()]).toEqual(['TARGET_OTHER_CLIENT_SECRET']);
});

test('what a login of beforehand has stored is secret: cookies, and what pages keep', ({}, testInfo) => {
  const file = testInfo.outputPath('state.json');
  const value = JSON.stringify({ access_token: 'stored-1' });
  const origins = [
    { localStorage: [{ value: 'kept-12345' }, { value }, { value: 7 }, { value: 'true' }] },
    {},
  ];
  writeFileSync(file, JSON.stringify({ cookies: [{ value: 'cookie-1' }], origins }));
  const mask = createMask();
  learnSettings(mask, { TARGET_STORAGE_STATE: ` ${file} ` });
  expect(mask.apply('cookie-1 kept-12345 stored-1 true 7')).toBe(
    '$TARGET_STORAGE_STATE $TARGET_STORAGE_STATE $ACCESS_TOKEN true 7',
  );
});

test('what a page keeps elsewhere is secret as well', ({}, testInfo) => {
  const file = testInfo.outputPath('state.json');
  const records = [{ value: { refresh_token: 'kept-in-a-database' } }];
  writeFileSync(file, JSON.stringify({ origins: [{ indexedDB: [{ stores: [{ records }] }] }] }));
  const mask = createMask();
  learnSettings(mask, { TARGET_STORAGE_STATE: file });
  expect(mask.apply('kept-in-a-database')).toBe('$TARGET_STORAGE_STATE');
  writeFileSync(file, 'null');
  expect(() => learnSettings(mask, { TARGET_STORAGE_STATE: file })).not.toThrow();
});

test('a storage state that cannot be read teaches nothing, and breaks nothing', ({}, testInfo) => {
  const mask = createMask();
  learnSettings(mask, { TARGET_STORAGE_STATE: testInfo.outputPath('absent.json') });
  expect([...mask.names()]).toEqual([]);
});
