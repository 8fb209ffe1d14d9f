import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Need } from '../../support/catalogue.ts';
import { needMeans, offers } from '../../support/needs.ts';
import { readSettings, SettingsError, settingNames } from '../../support/settings.ts';
import { secretSettings, targetOf } from '../../support/target.ts';

const least = { TARGET_API_URL: 'https://api.example/' };

test('.env.example explains every setting, and no other', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  expect(text.match(/^TARGET_\w+/gm)?.toSorted()).toEqual(settingNames.toSorted());
});

test('every mistake is told at once, by name', () => {
  const env = {
    TARGET_AUTH_URL: 'accounts.example',
    TARGET_BASE_URL: 'https://me:secret@spaces.example',
    TARGET_TIMEOUT_MS: 'soon',
    TARGET_CALLBACK_PORT: '70000',
    TARGET_ALLOW: 'recording,everything',
    TARGET_STRICT: 'yes',
    TARGET_NUMBER_COUNTRY: 'usa',
    TARGET_USERNAME: 'me',
    TARGET_ACOUNT_SID: 'AC1',
  };
  const told = (): string => {
    try {
      return JSON.stringify(readSettings(env));
    } catch (error) {
      expect(error).toBeInstanceOf(SettingsError);
      return (error as Error).message;
    }
  };
  const lines = told().split('\n');
  const names = lines.slice(1).map((line) => line.trim().split(':')[0] ?? '');
  expect(names.toSorted()).toEqual(
    [
      'TARGET_ACOUNT_SID',
      'TARGET_ALLOW',
      'TARGET_AUTH_URL',
      'TARGET_BASE_URL',
      'TARGET_CALLBACK_PORT',
      'TARGET_CALLBACK_URL',
      'TARGET_NUMBER_COUNTRY',
      'TARGET_PASSWORD',
      'TARGET_STRICT',
      'TARGET_TIMEOUT_MS',
    ].toSorted(),
  );
  expect(told()).not.toContain('me:secret');
  expect(lines).toContain('  TARGET_ACOUNT_SID: unknown setting, is TARGET_ACCOUNT_SID meant?');
});

test('an unknown setting names the one that it resembles, and none where it resembles none', () => {
  const told = (name: string): string => {
    try {
      return JSON.stringify(readSettings({ TARGET_API_URL: 'http://a.example', [name]: 'x' }));
    } catch (error) {
      return (error as Error).message.split('\n').at(-1)?.trim() ?? '';
    }
  };
  expect(told('TARGET_ALOW')).toBe('TARGET_ALOW: unknown setting, is TARGET_ALLOW meant?');
  expect(told('TARGET_USER_NAME')).toBe('TARGET_USER_NAME: unknown setting, is TARGET_USERNAME meant?');
  expect(told('TARGET_COLOUR')).toBe('TARGET_COLOUR: unknown setting');
});

const mistaken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'TARGET_CALL_SIDS: expected each item only once': { TARGET_CALL_SIDS: 'CA1, CA2,CA1' },
  'TARGET_OTHER_ACCOUNT_SID: expected a different value than TARGET_ACCOUNT_SID': {
    TARGET_ACCOUNT_SID: 'AC1',
    TARGET_AUTH_TOKEN: 'token',
    TARGET_OTHER_ACCOUNT_SID: 'AC1',
  },
  'TARGET_OTHER_CLIENT_ID: expected a different value than TARGET_CLIENT_ID': {
    TARGET_CLIENT_ID: 'client',
    TARGET_CLIENT_SECRET: 'secret',
    TARGET_REDIRECT_URI: 'https://client.example/cb',
    TARGET_OTHER_CLIENT_ID: 'client',
    TARGET_OTHER_CLIENT_SECRET: 'another',
  },
  'TARGET_CALLBACK_PORT: expected a whole number from 1 to 65535': {
    TARGET_CALLBACK_URL: 'https://me.example',
    TARGET_CALLBACK_PORT: '0',
  },
  'TARGET_REDIRECT_URI: expected a URI without credentials': {
    TARGET_CLIENT_ID: 'client',
    TARGET_CLIENT_SECRET: 'secret',
    TARGET_REDIRECT_URI: 'https://me:secret@client.example/cb',
  },
  'TARGET_EXPIRED_ACCESS_TOKEN: expected printable ASCII characters': {
    TARGET_EXPIRED_ACCESS_TOKEN: 'abgelaufen…',
  },
  'TARGET_STORAGE_STATE: expected a Playwright storage-state file: JSON': {
    TARGET_STORAGE_STATE: import.meta.filename,
  },
};
for (const [mistake, given] of Object.entries(mistaken)) {
  test(`what would fail a deployment by mistake is told: ${mistake}`, () => {
    const told = (): unknown => readSettings({ ...least, ...given });
    expect(told).toThrow(mistake);
    expect(told).toThrow(/^The settings[^\n]*\n[^\n]*$/);
  });
}

const noStates = [
  'null',
  '[]',
  '{"cookies":{}}',
  '{"cookies":[null]}',
  '{"cookies":[{"name":"a","value":"b"}]}',
  '{"origins":[{}]}',
];
for (const state of noStates) {
  test(`${state} is no storage state`, ({}, testInfo) => {
    const file = testInfo.outputPath('state.json');
    writeFileSync(file, state);
    expect(() => readSettings({ ...least, TARGET_STORAGE_STATE: file })).toThrow('TARGET_STORAGE_STATE: ');
  });
}

test('without a server there is no target', () => {
  expect(() => readSettings({ TARGET_NAME: 'nothing' })).toThrow('the address of at least one server');
  expect(() => readSettings({ TARGET_API_URL: '  ' })).toThrow(SettingsError);
});

for (const mark of ['?', '#'])
  test(`an address that ends in ${mark} would swallow every path`, () => {
    const told = () => readSettings({ ...least, TARGET_API_URL: `https://api.example/${mark}` });
    expect(told).toThrow('TARGET_API_URL: expected an address without credentials, query or fragment');
  });

test('an empty value is no value, and what is no setting of ours is none of our business', () => {
  expect(readSettings({ ...least, TARGET_CLIENT_ID: '', PATH: '/bin', TARGETS: 'x' })).toMatchObject(least);
});

test('a live run only reads unless it is told otherwise', () => {
  const met = offers(targetOf('live', readSettings({ ...least, TARGET_CALL_SIDS: 'CA1' })));
  expect([...met].filter((need) => need.startsWith('effect:'))).toEqual([]);
});

test('each need is met by the settings that the reports name for it', () => {
  const full = {
    ...least,
    TARGET_CLIENT_ID: 'c',
    TARGET_CLIENT_SECRET: 's',
    TARGET_REDIRECT_URI: 'https://client.example/cb',
    TARGET_OTHER_CLIENT_ID: 'c2',
    TARGET_OTHER_CLIENT_SECRET: 's2',
    TARGET_USERNAME: 'u',
    TARGET_PASSWORD: 'p',
    TARGET_ACCOUNT_SID: 'a',
    TARGET_AUTH_TOKEN: 't',
    TARGET_OTHER_ACCOUNT_SID: 'b',
    TARGET_CALL_SIDS: 'CA1, CA2,',
    TARGET_CALLBACK_URL: 'https://me.example',
    TARGET_CALLBACK_PORT: '8090',
    TARGET_EXPIRED_ACCESS_TOKEN: 'e',
    TARGET_ALLOW: 'recording, guest,sign-out',
  };
  const target = targetOf('live', readSettings(full));
  expect(target.callSids).toEqual(['CA1', 'CA2']);
  expect(target.urls.telephony).toBe('https://api.example');
  const met = offers(target);
  for (const [need, means] of Object.entries(needMeans)) {
    // A browser is the business of the machine.
    if (need !== 'login') expect(met.has(need as Need), need).toBe(true);
    const names: readonly string[] = means.match(/TARGET_\w+/g) ?? [];
    const without = Object.fromEntries(Object.entries(full).filter(([name]) => !names.includes(name)));
    const env = need === 'login' ? { ...without, TARGET_PASSWORD: '' } : without;
    if (names.length > 0)
      expect(offers(targetOf('live', readSettings(env))).has(need as Need), need).toBe(false);
  }
});

test('what is secret is a setting', () => {
  for (const name of secretSettings) expect(settingNames).toContain(name);
});
