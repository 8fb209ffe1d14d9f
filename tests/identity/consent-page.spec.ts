import { described, mediaTypeOf } from '../support/answers.ts';
import { covers, expect, observe, test } from '../support/test.ts';

test('the consent page is HTML', covers('IDN-027'), async ({ identity }) => {
  const page = await identity.get('/oauth2/authorize/confirm');
  expect(page).toBeAccepted();
  expect(mediaTypeOf(page), 'media type of the consent page').toBe('text/html');
  expect(page.text, 'the consent page').toMatch(/<html[\s>]/i);
});

test('what the consent page answers without a login', covers('IDN-032'), async ({ identity }) => {
  observe('IDN-032', described(await identity.get('/oauth2/authorize/confirm')));
});
