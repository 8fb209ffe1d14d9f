import { expect, test } from '@playwright/test';
import { learnFromAnswer } from '../../support/secrets/learn.ts';
import { createMask } from '../../support/secrets/mask.ts';

/** What an answer hands out is learned, in whatever it is wrapped; what only tells of it is not. */

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const handedOut: Readonly<
  Record<string, [body: string, headers: Record<string, string | string[]>, secret: string]>
> = {
  'a field of another name': ['{"data":{"sessionKey":"abc-123456"}}', {}, 'abc-123456'],
  'a list': ['{"credentials":[{"x":1},"abc-123456"]}', {}, 'abc-123456'],
  'what comes beside a token': [
    '{"access_token":"at-123456","opaque":"0123456789abcdef"}',
    {},
    '0123456789abcdef',
  ],
  'a cookie after others': ['', { 'set-cookie': ['a=first-1', 'b="abc-123456"; Path=/'] }, 'abc-123456'],
  'a cookie folded into another': ['', { 'set-cookie': 'a=first-1; Path=/, b=abc-123456' }, 'abc-123456'],
  'a header': ['', { 'x-auth-token': 'abc-123456' }, 'abc-123456'],
  'the fragment of a redirect': [
    '',
    { location: 'https://c.example/#access_token=abc-123456' },
    'abc-123456',
  ],
  'a redirect, of letters': [
    '',
    { location: 'https://c.example/?state=x&code=CANARY_sadhkjgmoahtjwxc' },
    'CANARY_sadhkjgmoahtjwxc',
  ],
  'a redirect, of one word': ['', { location: '/callback?code=canary' }, 'canary'],
  'a redirect, of five digits': ['', { location: 'https://c.example/?code=90717&state=x' }, '90717'],
  'a redirect, of three digits': ['', { location: 'https://c.example/#code=907' }, '907'],
  'a link': ['<a href="https://c.example/?a=b&amp;code=canary">', {}, 'canary'],
  'a form that is posted by itself': ['code=CANARY_sadhk&state=x', {}, 'CANARY_sadhk'],
  'a code in JSON that tells of no error': ['{"code":"CANARY_sadhk","state":"x"}', {}, 'CANARY_sadhk'],
  'an input of a page': ['<input value="abc-123456" type=hidden name=csrf_token>', {}, 'abc-123456'],
  'an element of XML': ['<access_token>abc-123456</access_token>', {}, 'abc-123456'],
  'an element of XML with attributes': ['<token type="x">abc-123456</token>', {}, 'abc-123456'],
  'an attribute of XML': ['<a><token value="abc-123456"/></a>', {}, 'abc-123456'],
  'a form': ['access_token=abc-123456&token_type=x', {}, 'abc-123456'],
  'JSON behind a byte-order mark': ['\ufeff{"access_token":"abc-123456"}', {}, 'abc-123456'],
  'JSON that is cut off': ['{"a":1,"access_token":"abc-123456"', {}, 'abc-123456'],
  'JSON that is cut off in the token': ['{"a":1,"access_token":"abc-123456', {}, 'abc-123456'],
  'the first of two fields of one name': [
    '{"access_token":"abc-123456","access_token":"second-1"}',
    {},
    'abc-123456',
  ],
  'JSON in JSON': [
    JSON.stringify({ data: JSON.stringify({ access_token: 'abc-123456' }) }),
    {},
    'abc-123456',
  ],
  'JSON in JSON that is cut off': ['{"data":"{\\"access_token\\":\\"abc-123456\\"}', {}, 'abc-123456'],
  'an object in the place of a token': ['{"access_token":{"value":"abc-123456"}}', {}, 'abc-123456'],
  'an object in the place of a session': ['{"session":{"age":7,"id":"abc-123456"}}', {}, 'abc-123456'],
  'an object behind a prefix': [`)]}',\n{"access_token":{"value":"abc-123456"}}`, {}, 'abc-123456'],
  'a number': ['{"access_token":98765432109876543}', {}, '98765432109876543'],
  'a number as it is read': ['{"access_token":98765432109876543}', {}, '98765432109876540'],
  'a list of numbers': ['{"tokens":[9876543210]}', {}, '9876543210'],
  'JSON line by line': ['{"a":1}\n{"access_token":{"value":"abc-123456"}}\n', {}, 'abc-123456'],
  'JSON in single quotes': ["{'access_token': 'abc-123456'}", {}, 'abc-123456'],
  'JSON in a string': ['"{\\"access_token\\":\\"abc-123456\\"}"', {}, 'abc-123456'],
  YAML: ['a: 1\naccess_token: abc-123456\n', {}, 'abc-123456'],
  'a script': ['<script>__S={"access_token":"abc-123456"}</script>', {}, 'abc-123456'],
  'JSON in a page': ['<pre>{&quot;access_token&quot;:&quot;abc-123456&quot;}</pre>', {}, 'abc-123456'],
  'JSON that is percent-encoded': ['%7B%22access_token%22%3A%22abc-123456%22%7D', {}, 'abc-123456'],
  'JSON in UTF-16': [
    Buffer.from('{"access_token":"abc-123456"}', 'utf16le').toString('utf8'),
    {},
    'abc-123456',
  ],
  'a URL within a URL': ['see https://a.example/?next=https%3A%2F%2Fb%3Fcode%3Dabc-123456', {}, 'abc-123456'],
  'character data of XML': ['<access_token><![CDATA[abc-123456]]></access_token>', {}, 'abc-123456'],
  'a field that tells its name': ['[{"name":"access_token","value":"abc-123456"}]', {}, 'abc-123456'],
  'a line of a file of properties': ['a = 1\naccess_token = abc-123456\n', {}, 'abc-123456'],
  'a header that is quoted': ['> Authorization: Bearer abc-123456\n', {}, 'abc-123456'],
  'a JWT whose header has white space': [
    JSON.stringify({ result: `${base64url('{ "alg": "none" }')}.${base64url('{"sub":"1"}')}.abc-123456` }),
    {},
    'abc-123456',
  ],
  'a JWT whose header has line ends': [
    `${base64url('{\r\n"alg": "none" }')}.${base64url('{"sub":"1"}')}.abc-123456`,
    {},
    'abc-123456',
  ],
  'a script that sets a name': ["<script>var accessToken = 'abc-123456';</script>", {}, 'abc-123456'],
};

for (const [where, [body, headers, given]] of Object.entries(handedOut)) {
  test(`a secret is learned from ${where}`, () => {
    const mask = createMask();
    learnFromAnswer(mask, body, headers);
    expect(mask.apply(`before ${given} after`)).toMatch(/^before \$\w+ after$/);
  });
}

/** What has a secret's name near it, and is none. */
const innocents = [
  '{"session_timeout":1800000,"access_token_lifetime":86400000,"token_endpoint":"https://a.example/token"}',
  '{"error":{"code":"token_expired","token":{"message":"Token is malformed","rule":"required"}}}',
  '{"token":{"type":"Bearer","expires_in":86400000,"scope":"email profile","issued_at":"2026-01-01T00:00:00Z"}}',
  '<label for="password">Password: required</label><input type="password" name="password" value="">',
  '<script>f({token: e.token, password: form.password.value, sessionKey: "session_key"})</script>',
  'access_token: missing\nsession: expired at 10:00\n',
  '<p>The token: "not valid".</p><code>npm_install</code>',
  '{"token_type":"Bearer","expires_in":3600,',
  '{"code":"success","data":{}}',
  '{"errors":[{"code":"too_short","field":"token"}]}',
  '{"code":20003,"message":"Authenticate","more_info":"https://a.example/errors/20003"}',
  '{"message":"failed with code=not_found","code":"not_found"',
  'Bearer authentication required; see eyewear.shop.example',
  'Basic OAuth2.0 authentication, RFC6750-2: log in with Basic account2023',
  '{"errors":[{"field":"client_secret","value":"invalid"},{"field":"password","value":"required"}]}',
  '[{"name":"token_type","value":"Bearer-2026"},{"name":"x","value":"abc-123456"}]',
];

test('what only tells of a token is no secret', () => {
  const mask = createMask();
  learnFromAnswer(
    mask,
    '{"token_type":"Bearer","expires_in":3600,"scope":"email profile","access_token":"at-123456"}',
    {},
  );
  learnFromAnswer(
    mask,
    '{"error":"invalid_token","code":"invalid_request","token_endpoint":"/oauth2/access_token"}',
    {},
  );
  for (const innocent of innocents) learnFromAnswer(mask, innocent, {});
  expect(mask.takeNew()).toEqual([['ACCESS_TOKEN', 'at-123456']]);
});

test('what an answer hands out is a secret from then on', () => {
  const mask = createMask();
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const body = JSON.stringify({ access_token: 'at-123456', nested: { guest: `Bearer ${jwt}` } });
  learnFromAnswer(mask, body, {
    location: 'https://client.example.com/callback?code=c%2Fde-1&state=xyz',
    'set-cookie': ['session=cookie-1; Path=/', 'other=cookie-2'],
  });
  expect(mask.apply(`at-123456 ${jwt} c/de-1 c%2Fde-1 cookie-1 cookie-2 xyz`)).toBe(
    '$ACCESS_TOKEN $JWT $CODE $CODE $COOKIE $COOKIE xyz',
  );
});

test('a word for an error is no code, where the status tells of one', () => {
  const mask = createMask();
  learnFromAnswer(mask, '{"code":"invalid_request"}', {}, undefined, 400);
  expect(mask.takeNew()).toEqual([]);
});

/** Repeated, each of these makes some pattern begin anew at every place. */
const hostilePieces = [
  '-eyJ',
  'eyJa.',
  '<input name=a ',
  '<a b',
  'token=',
  'token:"',
  "token='{",
  'token:\\"{',
  '"token":"\\\\',
  '"a":"[',
  '\ntoken: a-1 ',
  '\n{',
  'a  ',
  '<a>',
  '"\\\\',
  '%25',
];

for (const piece of hostilePieces) {
  // Quadratic time would be hours: the time limit of the test tells.
  test(`a body of ${JSON.stringify(piece)} over and over is looked through`, () => {
    const mask = createMask();
    mask.learn('TOKEN', 'token-0123456789');
    const body = piece.repeat((1024 * 1024) / piece.length);
    learnFromAnswer(mask, body, {});
    expect(mask.clip(body, 16_384)).toContain('…');
  });
}

test('no more than a thousand secrets, or a quarter of a million characters, are learned from one answer', () => {
  const tokens = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, index) => ({ jwt: `token-${index}` })));
  const learn = (body: string) => learnFromAnswer(createMask(), body, {}, JSON.parse(body));
  expect(learn(tokens(1000))).toBe(true);
  expect(learn(tokens(1001))).toBe(false);
  const long = (length: number) => JSON.stringify({ jwt: 'x'.repeat(length) });
  expect(learn(long(262_144))).toBe(true);
  expect(learn(long(262_145))).toBe(false);
  // What comes again counts once.
  expect(learn(JSON.stringify(Array.from({ length: 3000 }, () => ({ jwt: 'token-1' }))))).toBe(true);
  expect(learnFromAnswer(createMask(0), long(9), {})).toBe(true);
  const full = createMask(0);
  full.learn('ANY', 'any-1');
  expect(learnFromAnswer(full, long(9), {})).toBe(false);
});

test('the signature of a JWT is a secret by itself', () => {
  const mask = createMask();
  learnFromAnswer(mask, `${base64url('{"alg":"x"}')}.${base64url('{"sub":"1"}')}.c2lnbmF0dXJl`, {});
  expect(mask.apply('the signature c2lnbmF0dXJl')).toBe('the signature $JWT');
});

test('what a parameter holds is masked as it stands, and as it is meant', () => {
  const mask = createMask();
  learnFromAnswer(mask, 'access_token=a+b%2Fc-123&id_token=bad%E0%A4-123', {});
  expect(mask.apply('a+b%2Fc-123, a b/c-123')).toBe('$ACCESS_TOKEN, $ACCESS_TOKEN');
  expect(mask.apply('bad%E0%A4-123')).toBe('$ID_TOKEN');
});

test('fields of a page are told by their names, or their ids, and hold a value or a content', () => {
  const mask = createMask();
  learnFromAnswer(
    mask,
    '<meta name="csrf-token" content="abc-123456"><input id=session_key value=def-123456><b>x</b>',
    {},
  );
  expect(mask.apply('abc-123456 def-123456')).toBe('$CSRF_TOKEN $SESSION_KEY');
});

test('a field that is called by a token gives no name, which would show it', () => {
  for (const field of ['token-ab12cd34ef56', 'tokenofnodigits']) {
    const mask = createMask();
    mask.learn('ACCESS_TOKEN', field);
    learnFromAnswer(mask, '', {}, { [field]: 'abcdefgh-1' });
    expect(mask.apply(`${field}: abcdefgh-1`)).toBe('$ACCESS_TOKEN: $SECRET');
  }
  const unknown = createMask();
  learnFromAnswer(unknown, '', {}, { 'token-ab12cd34ef56': 'abcdefgh-1' });
  expect(unknown.apply('abcdefgh-1')).toBe('$SECRET');
});

test('the name of a field, however long, is cut in the place of its secret', () => {
  const mask = createMask();
  learnFromAnswer(mask, '', {}, { [`token_${'x'.repeat(10_000)}`]: 'abcdefgh-1' });
  expect(mask.apply('abcdefgh-1')).toMatch(/^\$TOKEN_X{30,40}$/);
});

test('a status in the redirect to an error page is no code', () => {
  const mask = createMask();
  learnFromAnswer(mask, '', { location: '/error?code=404' });
  learnFromAnswer(mask, '', { location: 'https://client.example/callback?code=1404&state=s' });
  expect(mask.apply('404 and 1404')).toBe('404 and $CODE');
});
