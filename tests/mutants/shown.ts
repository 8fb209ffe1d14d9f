import { catalogue, type RequirementId, requirementIds } from '../support/catalogue.ts';

/** Requirements that one answer to everything really shows, each with the reason. */
export type Shown = Readonly<Partial<Record<RequirementId, string>>>;

/** The requirements about the body of the answer to a refresh. */
const ofRefresh: readonly RequirementId[] = ['IDN-043', 'IDN-044', 'IDN-045'];

/** What an answer with tokens shows, given to everybody. */
export const tokens: Shown = {
  ...because(
    'the answer is that of a grant',
    // The earlier ones are about a code, which cannot be obtained there; and a session is refreshed only where token
    // info tells whose it is.
    rowsOf('token-response').filter((id) => id > 'IDN-037' && id !== 'IDN-042' && !ofRefresh.includes(id)),
  ),
  ...because('its media type is JSON', ['IDN-078']),
  ...because('its status is 200', ['IDN-077']),
  ...because('tokens are granted, whatever is sent', ['IDN-075', 'IDN-076', 'IDN-089']),
};

/** What any answer with a JWT in it shows, except that the JWT is for a display name. */
export const jwt: Shown = because('there is a JWT in the answer, whatever the name and the Content-Type', [
  'COL-071',
  'COL-072',
  'COL-073',
  'COL-080',
]);

/** What a call shows if it is the answer to every start and every end. */
export const call: Shown = {
  ...because('the answer is a call as documented', rowsOf('call', 'call.sample')),
  ...because('its media type is JSON', ['TEL-031']),
  ...because('a call is answered, whatever is asked: a refusal would be wrong there', [
    'TEL-002',
    'TEL-003',
    'TEL-035',
    'TEL-036',
    'TEL-037',
    'TEL-040',
    'TEL-044',
    'TEL-047',
    'TEL-050',
    'TEL-051',
    'TEL-052',
    'TEL-054',
    'TEL-055',
    'TEL-056',
    'TEL-058',
    'TEL-059',
    'TEL-060',
    'TEL-062',
    'TEL-063',
    'TEL-064',
    'TEL-066',
    'TEL-067',
    'TEL-068',
    'TEL-210',
  ]),
};

/** What the listing of a small stock shows. */
export const listing: Shown = {
  ...because('the answer is a listing as documented', rowsOf('number-listing', 'available-number.sample')),
  ...because('its media type is JSON', ['TEL-197']),
  ...because('its numbers agree with themselves', ['TEL-138', 'TEL-139', 'TEL-140', 'TEL-142']),
  ...because('its only page agrees with itself', [
    'TEL-144',
    'TEL-145',
    'TEL-146',
    'TEL-147',
    'TEL-148',
    'TEL-154',
    'TEL-161',
    'TEL-163',
    'TEL-165',
  ]),
  ...because('a listing is answered, whatever is asked: a refusal would be wrong there', [
    'TEL-093',
    'TEL-172',
    'TEL-174',
    'TEL-192',
  ]),
};

/** What all resources show together, since each reader finds its own. */
export const everything: Shown = {
  ...tokens,
  ...jwt,
  ...call,
  ...listing,
  ...because('each refresh is answered with tokens, and token info tells whose they are', [
    'IDN-042',
    ...ofRefresh,
  ]),
  ...because('it tells expires_in of an hour', ['IDN-129']),
  ...because('the answer is that of token info', rowsOf('token-info')),
  ...because('the answer is a user', rowsOf('current-user')),
  ...because('the same permissions are told to every token', ['COL-063']),
  ...because('it has the message of an error', ['TEL-086', 'TEL-187']),
  ...because('its media type is JSON', ['IDN-120', 'COL-062']),
  ...because('token info tells of an hour', ['IDN-119']),
  ...because('it is answered, whatever is sent: a refusal would be wrong there', [
    'IDN-071',
    'IDN-074',
    'IDN-102',
    'IDN-103',
    'IDN-130',
    'COL-002',
    'COL-059',
  ]),
};

/** What any redirect to the client with a code shows. */
export const redirectBack: Shown = {
  'IDN-002': 'it redirects to the client',
  'IDN-003': 'there is a code in it',
  'IDN-004': 'it is no JSON',
  'IDN-007': 'a request without state is answered by a code like any other',
  'IDN-017': 'it leads to no other client, whatever is asked',
  'IDN-018': 'it leads to the redirect URI of the request',
  'IDN-019': 'the long scopes are answered by a code like any other',
};

const { 'TEL-086': _message, 'TEL-187': _another, 'IDN-129': _lifetime, ...right } = everything;

/** What answers that were right once show, each at its path. */
export const byPath: Shown = {
  ...right,
  ...redirectBack,
  ...because('the answer is that of a grant', rowsOf('token-response')),
  ...because('a code is answered with tokens, like any other', ['IDN-034']),
  ...because('a path that it does not know is answered with 404 as JSON', ['TEL-209']),
};

function because(reason: string, ids: readonly RequirementId[]): Shown {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}

/** The requirements about parts of bodies with these schemas. */
function rowsOf(...schemas: readonly string[]): RequirementId[] {
  return requirementIds.filter((id) => schemas.includes(catalogue[id].body?.schema ?? ''));
}
