import type { RequestListener } from 'node:http';
import { expect } from '@playwright/test';
import { preflight } from '../../launch/preflight.ts';
import { startReference } from '../../reference/start.ts';
import { readSettings } from '../../support/settings.ts';
import { targetOf } from '../../support/target.ts';
import { test } from './answering.ts';

/** What stands in front of a server is told from the server before the first check. */

const client = { client_id: 'c', client_secret: 's', redirect_uri: 'https://client.invalid/back' };

const always =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body.replace('$', String(Math.random())));

const page = { 'content-type': 'text/html' };

for (const [says, answers, sentence] of [
  [
    'leads to https',
    (request, response) =>
      response.writeHead(301, { location: `https://127.0.0.1${request.url ?? ''}` }).end(),
    'The identity server redirects to https://127.0.0.1: is the address https?',
  ],
  [
    'leads to a login elsewhere',
    (request, response) =>
      response.writeHead(302, { location: `https://sso.invalid/in?to=${request.url ?? ''}` }).end(),
    'Every path answers 302 to https://sso.invalid/in: is something in front of it?',
  ],
  ['asks for a credential', always(401, page, '<h1>401</h1> request $'), 'Every path answers 401: is some'],
  [
    'forbids',
    always(403, page, '<h1>Forbidden</h1>'),
    'Every path answers 403: is something in front of it?',
  ],
  ['shows a page', always(200, page, '<h1>Welcome</h1>'), 'Every path answers 200: is something in front'],
] as const satisfies readonly (readonly [string, RequestListener, string])[]) {
  test(`a server that ${says} whatever is asked is not judged`, async ({ serve }) => {
    await expect(preflight({ ...(await serve(answers)), client })).rejects.toThrow(sentence);
  });
}

for (const [says, answers] of [
  ['finds nothing', always(404)],
  ['answers an empty object', always(200, { 'content-type': 'application/json' }, '{}')],
  ['limits the rate', always(429)],
  ['breaks', always(500)],
  [
    'asks for a credential except where a user logs in',
    (request, response) =>
      response.writeHead(request.url?.includes('/oauth2/authorize?client_id=c&') ? 200 : 401).end(),
  ],
] as const satisfies readonly (readonly [string, RequestListener])[]) {
  test(`a server that ${says} is judged`, async ({ serve }) => {
    await preflight({ ...(await serve(answers)), client });
  });
}

test('an identity server alone may lead everybody to its login', async ({ serve }) => {
  const { urls, ...target } = await serve(always(302, { location: '/login' }));
  await preflight({ ...target, client, urls: { identity: urls.identity ?? '' } });
});

test('without a client a filter that asks everybody for a credential is not suspected', async ({ serve }) => {
  await preflight(await serve(always(401)));
});

test('the reference is judged, also behind a filter that asks for credentials', async ({ serve }) => {
  const reference = await startReference();
  const { urls: filtered } = await serve(always(401));
  const target = targetOf('live', readSettings(reference.settings));
  const collaboration = filtered.telephony ?? '';
  await preflight(target);
  await preflight({ ...target, urls: { ...target.urls, collaboration, telephony: collaboration } });
  await reference.close();
});
