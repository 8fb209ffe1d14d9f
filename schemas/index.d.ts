// Generated from schemas/*.schema.json by `npm run generate`: do not edit, run it again.

/**
 * The page on which the user allows or denies: HTML for a browser. Its markup is not shown, so a client must not read it.
 */
export type ConsentPage = string;
/**
 * A date and time as ISO 8601 writes them: calendar, week or ordinal date, extended or basic, with a fraction behind a point or a comma, with Z, an offset, or none. An offset without its colon is also taken behind an extended time, because it is widespread and names the same instant.
 */
export type Timestamp = string;
/**
 * The known deviations of a deployment, as TARGET_DEVIATIONS names them: at most one entry for each requirement.
 */
export type Deviations = Deviation[];
/**
 * Holds a JSON Web Token somewhere. The interface says that the answer to a guest login is a JWT and does not show the layout around it, so any value passes in which some string, at whatever depth, holds a JWT in compact form (RFC 7519): signed (three parts) or encrypted (five). The first part contains "alg" in one of the three ways that base64url encodes it, or two parts begin like JSON objects: hardly any name of a host does. Deployments return an object with the field token.
 */
export type GuestToken = {} | unknown[] | string;
/**
 * What the telephony API answers for a resource that it does not have: the error object with the status 404 and a message that describes the missing path.
 */
export type NotFound = ErrorObject & {
  /**
   * 404, as the status line.
   */
  status?: 404;
};
/**
 * must: the interface says it. should: a sample or a standard says it. choice: the interface gives two readings. open: the interface does not say.
 */
export type Level = 'must' | 'should' | 'choice' | 'open';
/**
 * What a check needs beyond an address.
 */
export type Need =
  | 'state'
  | 'data'
  | 'client'
  | 'other-client'
  | 'user'
  | 'login'
  | 'account'
  | 'other-account'
  | 'call'
  | 'callback'
  | 'expired-token'
  | 'effect:recording'
  | 'effect:guest'
  | 'effect:sign-out';
/**
 * A request for tokens, as a form. The field grant_type selects one of the three grants. Fields beyond those named are ignored (RFC 6749, section 3.2), and one without a value counts as left out.
 */
export type TokenRequest = AuthorizationCodeGrant | RefreshTokenGrant | PasswordGrant;
export type Outcome = 'conformant' | 'partial' | 'non-conformant' | 'inconclusive';
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'blocked' | 'not-exercised';

/**
 * The type of each schema, by its file name without the extension.
 */
export interface Schemas {
  'available-number': AvailableNumber;
  'available-number.sample': AvailableNumberSample;
  call: Call;
  'call.sample': CallSample;
  'consent-page': ConsentPage;
  'current-user': CurrentUser;
  deviations: Deviations;
  error: ErrorObject;
  'guest-login-request': GuestLoginRequest;
  'guest-token': GuestToken;
  'not-found': NotFound;
  'number-listing': NumberListing;
  'oauth-error': OAuthError;
  'person-name': PersonName;
  'recording-request': RecordingRequest;
  requirements: Requirements;
  'revoke-request': RevokeRequest;
  'token-info': TokenInfo;
  'token-request': TokenRequest;
  'token-response': TokenResponse;
  verdicts: Verdicts;
}
/**
 * A phone number that can be bought. A field whose value is unknown may be left out; the fields needed to identify, price or use a number are always present. The table gives no type to friendly_name, lata, rate_center, country_code, npa, exchange, city, region and postal_code; that they are strings is what the sample shows.
 */
export interface AvailableNumber {
  /**
   * A number in E.164 form: a plus sign, the country code and the rest; at most fifteen digits.
   */
  phone_number: string;
  /**
   * The number as it is written inside its country.
   */
  friendly_name: string;
  /**
   * The local access and transport area (United States only).
   */
  lata?: string;
  /**
   * The rate centre, which calls are priced by.
   */
  rate_center?: string;
  /**
   * Degrees north, from -90 to 90; empty where unknown. The interface gives no type: a string or a number.
   */
  latitude?: string | number;
  /**
   * Degrees east, from -180 to 180; empty where unknown. The interface gives no type: a string or a number.
   */
  longitude?: string | number;
  /**
   * The country code that the number begins with, with or without its plus sign.
   */
  country_code: string;
  /**
   * The numbering plan area, that is the area code: of a number of country code 1 the three digits after it. Others may tell the area code of their country, or none.
   */
  npa?: string;
  /**
   * The three digits after the numbering plan area. Only numbers of country code 1 have them; empty at others, or absent.
   */
  exchange?: string;
  /**
   * The city.
   */
  city?: string;
  /**
   * The region, as a rule abbreviated to two letters.
   */
  region?: string;
  /**
   * The postal code.
   */
  postal_code?: string;
  /**
   * The country, as its two-letter code in either case.
   */
  iso_country: string;
  /**
   * The kind of number. In lower case here, while the path spells the kinds Local and Tollfree.
   */
  type: 'local' | 'tollfree';
  /**
   * The one-time purchase price: a decimal number in a string. The currency is not said.
   */
  setup_cost: string;
  /**
   * The price per month: a decimal number in a string. The currency is not said.
   */
  monthly_cost: string;
  /**
   * The price per minute: a decimal number in a string. Only a sample shows this field.
   */
  per_minute_cost?: string;
  /**
   * Whether it can be called. A string, not a boolean.
   */
  voice_enabled: 'true' | 'false';
  /**
   * Whether it can take text messages. A string, not a boolean.
   */
  sms_enabled: 'true' | 'false';
  /**
   * Whether it supports reporting the number that forwarded a call. A string, not a boolean.
   */
  supports_forwarded_from: 'true' | 'false';
  /**
   * Whether it supports unblocking. Only a sample shows this field, and nothing explains it. A string, not a boolean.
   */
  unblock_support?: 'true' | 'false';
}
/**
 * What the sample of a number shows beyond available-number.schema.json: the fields that a number may lack are present as well.
 */
export interface AvailableNumberSample {}
/**
 * The call, as returned when a recording is started or ended: the call and not the recording, whose own fields are not shown. This is what is promised, so the fields have no type, except the times: that all of them are strings is said of the sample only, which call.sample.schema.json describes. What a field means beyond its name is our reading.
 */
export interface Call {
  /**
   * Identifies the call.
   */
  sid: {
    [k: string]: unknown;
  };
  /**
   * When the call record was made: a date in the form of RFC 2822 with a numeric offset.
   */
  date_created: string | null;
  /**
   * When the call record last changed: a date in the form of RFC 2822 with a numeric offset.
   */
  date_updated: string | null;
  /**
   * The call that this one was made from; empty where there is none.
   */
  parent_call_sid: {
    [k: string]: unknown;
  };
  /**
   * The account that the call belongs to.
   */
  account_sid: {
    [k: string]: unknown;
  };
  /**
   * Who was called.
   */
  to: {
    [k: string]: unknown;
  };
  /**
   * Who called.
   */
  from: {
    [k: string]: unknown;
  };
  /**
   * The account's own number that took part; empty where there is none.
   */
  phone_number_sid: {
    [k: string]: unknown;
  };
  /**
   * Where the call stands. Only the value completed is shown; deployments also use values such as queued and in-progress.
   */
  status: {
    [k: string]: unknown;
  };
  /**
   * When the call began: a date in the form of RFC 2822 with a numeric offset. Deployments leave it null or empty until then.
   */
  start_time: string | null;
  /**
   * When the call ended: a date in the form of RFC 2822 with a numeric offset. Deployments leave it null or empty until then.
   */
  end_time: string | null;
  /**
   * How long the call lasted, in a unit that is not said. Deployments return a number.
   */
  duration: {
    [k: string]: unknown;
  };
  /**
   * What the call cost, in a currency that is not said.
   */
  price: {
    [k: string]: unknown;
  };
  /**
   * Which way the call went; the values are not shown.
   */
  direction: {
    [k: string]: unknown;
  };
  /**
   * What picked up; the values are not shown.
   */
  answered_by: {
    [k: string]: unknown;
  };
  /**
   * The version of the telephony API.
   */
  api_version: {
    [k: string]: unknown;
  };
  /**
   * The number that forwarded the call; empty where there is none.
   */
  forwarded_from: {
    [k: string]: unknown;
  };
  /**
   * The caller's identity as the network asserts it (the SIP header P-Asserted-Identity).
   */
  p_asserted_identity: {
    [k: string]: unknown;
  };
  /**
   * The privacy that the SIP signalling asked for.
   */
  sip_privacy: {
    [k: string]: unknown;
  };
  /**
   * Whether the caller's number is hidden.
   */
  privacy_hide_number: {
    [k: string]: unknown;
  };
  /**
   * Where the call resource is.
   */
  uri: {
    [k: string]: unknown;
  };
  subresource_uris: SubresourceUris;
}
/**
 * Where the resources of the call are found.
 */
export interface SubresourceUris {
  /**
   * URI path of the call's notifications.
   */
  notifications: string;
  /**
   * URI path of the call's recordings.
   */
  recordings: string;
}
/**
 * What the sample of a call shows beyond call.schema.json: every field that is present is a string. A deployment may differ, and real ones do (a number as duration, null as the time of what has not happened).
 */
export interface CallSample {
  /**
   * A string in the sample.
   */
  sid?: string;
  /**
   * A string in the sample.
   */
  date_created?: string;
  /**
   * A string in the sample.
   */
  date_updated?: string;
  /**
   * A string in the sample.
   */
  parent_call_sid?: string;
  /**
   * A string in the sample.
   */
  account_sid?: string;
  /**
   * A string in the sample.
   */
  to?: string;
  /**
   * A string in the sample.
   */
  from?: string;
  /**
   * A string in the sample.
   */
  phone_number_sid?: string;
  /**
   * A string in the sample.
   */
  status?: string;
  /**
   * A string in the sample.
   */
  start_time?: string;
  /**
   * A string in the sample.
   */
  end_time?: string;
  /**
   * A string in the sample.
   */
  duration?: string;
  /**
   * A string in the sample.
   */
  price?: string;
  /**
   * A string in the sample.
   */
  direction?: string;
  /**
   * A string in the sample.
   */
  answered_by?: string;
  /**
   * A string in the sample.
   */
  api_version?: string;
  /**
   * A string in the sample.
   */
  forwarded_from?: string;
  /**
   * A string in the sample.
   */
  p_asserted_identity?: string;
  /**
   * A string in the sample.
   */
  sip_privacy?: string;
  /**
   * A string in the sample.
   */
  privacy_hide_number?: string;
  /**
   * A string in the sample.
   */
  uri?: string;
}
/**
 * The user whose token the request carries. The interface gives the names and types of the fields; what a field means beyond its name is our reading.
 */
export interface CurrentUser {
  name: PersonName;
  /**
   * The kind of entity. A user shows user; which other kinds exist is not shown.
   */
  aType: 'user';
  /**
   * Names of the permission groups that the user is in, for example USERSELF_PERMISSION_GROUP and IT_ADMIN_PERMISSION_GROUP. The whole set, and what a group may do, is not shown.
   */
  permissions: string[];
  /**
   * The user's identifier in the collaboration API.
   */
  _id: string;
  /**
   * A second identifier of the same user, from the datastore.
   */
  ndbid: string;
  /**
   * Postal addresses. What an address looks like is not shown.
   */
  addresses: unknown[];
  /**
   * The name that others see.
   */
  displayname: string;
  /**
   * E-mail addresses.
   */
  emails: Email[];
  /**
   * As the user gave it; may be empty.
   */
  gender: string;
  /**
   * Languages of the user.
   */
  languages: Language[];
  lastupdatetime: Timestamp;
  /**
   * Licences that the user holds.
   */
  licenses: License[];
  /**
   * Phone numbers. What an entry looks like is not shown.
   */
  phone_numbers: unknown[];
  /**
   * Relations between the user and other entities.
   */
  relation_graphs: RelationGraph[];
  /**
   * The user's time zone. The text types it as a string and names no register; IANA names are usual.
   */
  timezone: string;
  /**
   * The login name.
   */
  username: string;
  /**
   * The name under which the picture is stored.
   */
  picturefile: string;
  /**
   * Where the picture is: a URL, in whatever letters.
   */
  picture_url: string;
  profile: Profile;
}
/**
 * A person's name in parts. The current user carries it twice: at the top and inside the profile.
 */
export interface PersonName {
  /**
   * Family name.
   */
  familyname: string;
  /**
   * The whole name, as it is written for display.
   */
  formatted: string;
  /**
   * Given name.
   */
  givenname: string;
  /**
   * A title before the name; empty where there is none.
   */
  honorific_prefix: string;
  /**
   * What follows the name; empty where there is nothing.
   */
  honorific_suffix: string;
  /**
   * Middle name; empty where there is none.
   */
  middlename: string;
  /**
   * How the name is spoken, in writing.
   */
  pronunciation: string;
  /**
   * Where the spoken name can be heard. A plain string: that it is a URL is its name's claim only.
   */
  pronunciation_url: string;
}
/**
 * One e-mail address of the user.
 */
export interface Email {
  /**
   * The address itself.
   */
  value: string;
  /**
   * What kind of address it is. The set of kinds is not shown.
   */
  type: string;
  /**
   * Whether this is the main address.
   */
  primary: boolean;
  /**
   * A name for the address, for display.
   */
  label: string;
  /**
   * The relation definition that the address belongs to.
   */
  relationdef_id: string;
}
/**
 * One language of the user.
 */
export interface Language {
  /**
   * A language tag as BCP 47 writes them: subtags joined by hyphens, in either case.
   */
  code: string;
  /**
   * Whether this is the main language.
   */
  primary: boolean;
}
/**
 * One licence of the user.
 */
export interface License {
  /**
   * The service that the licence opens.
   */
  service_type: string;
  /**
   * The product that the licence is for.
   */
  product_type: string;
  /**
   * The kind of entity that the licence was bought for, for example a company.
   */
  parent_type: string;
  expiration: Timestamp;
  /**
   * Whether it is a trial licence.
   */
  trial: boolean;
  /**
   * The datastore identifier of the purchase.
   */
  purchased_license_ndbid: string;
}
/**
 * One relation.
 */
export interface RelationGraph {
  /**
   * The relation definition; e-mail addresses refer to it.
   */
  relationdef_id: string;
  /**
   * The entity that the relation starts from.
   */
  initiator_id: string;
  /**
   * The kind of that entity.
   */
  initiator_type: string;
  /**
   * What relates the two.
   */
  relation_type: string;
}
/**
 * The user's public side: part of the fields above once more.
 */
export interface Profile {
  name: PersonName;
  /**
   * The name that others see.
   */
  displayname: string;
  /**
   * The login name.
   */
  username: string;
  /**
   * Phone numbers. What an entry looks like is not shown.
   */
  phone_numbers: unknown[];
  /**
   * Where the picture is. Here the text gives no more than a name, so any string.
   */
  picture_url: string;
  /**
   * Postal addresses. What an address looks like is not shown.
   */
  addresses: unknown[];
  /**
   * As the user gave it; may be empty.
   */
  gender: string;
}
/**
 * One requirement that the deployment is known not to meet, why this is accepted, who owns it, and until when.
 */
export interface Deviation {
  /**
   * an id of the catalogue, such as TEL-014
   */
  requirement: string;
  /**
   * a sentence that says why it is accepted
   */
  reason: string;
  /**
   * who is responsible for it
   */
  owner: string;
  /**
   * The last day on which the entry holds (UTC).
   */
  expires: string;
  /**
   * What was seen: text that appears as whole words in the reason of the failing row and includes more than what was asked and expected, or the value observed at a choice. If a row fails for several reasons, a list: each reason contains one of them.
   *
   * @minItems 1
   */
  seen: string | string[];
}
/**
 * What the telephony API answers when it refuses. Shown for 404 only; deployments answer the same form with other statuses.
 */
export interface ErrorObject {
  /**
   * The HTTP status, repeated in the body.
   */
  status: number;
  /**
   * What went wrong, for people.
   */
  message: string;
}
/**
 * A login without an account, as a form.
 */
export interface GuestLoginRequest {
  /**
   * The display name of the guest.
   */
  displayname: string;
}
/**
 * One page of a list of available numbers, with what is needed to walk the rest. The URIs may be relative to the address of the telephony API. An empty list may have no pages, and end before it starts.
 */
export interface NumberListing {
  /**
   * URI of the first page.
   */
  first_page_uri: string;
  /**
   * URI of the previous page; empty on the first page.
   */
  previous_page_uri: string;
  /**
   * URI of the next page. Follow it until it is empty. That it is empty on the last page is what deployments do; the interface says so of previous_page_uri only.
   */
  next_page_uri: string;
  /**
   * URI of the last page.
   */
  last_page_uri: string;
  /**
   * URI of the list itself.
   */
  uri: string;
  /**
   * Index of the first number on this page, counted over the whole list. The examples count from 0.
   */
  start: number;
  /**
   * Index of the last number on this page, inclusive. 0 in an empty list, or -1.
   */
  end: number;
  /**
   * How many numbers the list holds on all its pages.
   */
  total: number;
  /**
   * How many pages there are: total divided by page_size, rounded up. In deployments, an empty list has one.
   */
  num_pages: number;
  /**
   * The number of this page. There are two readings of whether the first is 1 or 0: the default of the parameter Page is 1, and a sample shows 0 on the first page.
   */
  page: number;
  /**
   * How many numbers a page holds at most.
   */
  page_size: number;
  /**
   * The numbers on this page.
   */
  available_phone_numbers: AvailableNumber[];
}
/**
 * The error object of RFC 6749, section 5.2. The interface does not show how the identity and collaboration servers word a refusal, so a client should read the status first, and this object if it is present.
 */
export interface OAuthError {
  /**
   * A code from RFC 6749, for example invalid_request, invalid_client, invalid_grant or unsupported_grant_type.
   */
  error: string;
  /**
   * What went wrong, for the developer of the client.
   */
  error_description?: string;
  /**
   * A page about the error.
   */
  error_uri?: string;
}
/**
 * Starts or ends a recording. Every field is text, since the request is a form.
 */
export interface RecordingRequest {
  /**
   * true starts a recording, false ends one. Some client libraries send True and False, which are taken here; whether a deployment takes them is an open point (TEL-034). Send lower case. Which of several recordings false ends is not said either.
   */
  Record: 'true' | 'false' | 'True' | 'False';
  /**
   * Which audio is recorded: in records what comes from the caller, out what goes to the caller, and both records both.
   */
  Direction?: 'in' | 'out' | 'both';
  /**
   * How long the recording may last at most: a whole number greater than 0. The unit is not said. Without it there is no stated limit.
   */
  TimeLimit?: string;
  /**
   * A URL of at most 200 characters that is requested when the recording ends.
   */
  CallbackUrl?: string;
  /**
   * The file format: mp3 or wav. **Falls back:** any other value is treated as mp3, and the request is not refused.
   */
  FileFormat?: string;
  /**
   * Whether silence is cut from the start: true or false. **Falls back:** any other value is treated as false, and the request is not refused.
   */
  TrimSilence?: string;
  /**
   * Whether the recording is transcribed: true or false. **Falls back:** any other value is treated as false, and the request is not refused.
   */
  Transcribe?: string;
  /**
   * How it is transcribed: auto is done by machine, hybrid is reviewed by people. **Falls back:** any other value is treated as auto, and the request is not refused.
   */
  TranscribeQuality?: string;
  /**
   * A URL of at most 200 characters that is requested with the transcription. Only useful together with Transcribe.
   */
  TranscribeCallback?: string;
}
/**
 * The requirement catalogue of one server: requirements by their permanent id.
 */
export interface Requirements {
  [k: string]: Requirement;
}
/**
 * One testable statement of the interface. Its id is permanent: never reused, never renumbered.
 */
export interface Requirement {
  /**
   * A few words, for lists.
   */
  title: string;
  /**
   * The statement, in our own words.
   */
  statement: string;
  /**
   * Where the interface text says it, or leaves it open: section, then subsection.
   */
  source: string;
  level: Level;
  /**
   * What the level rests on: the text itself, our reading that a stated constraint binds the server, a sample, or the section of a standard. The basis of an open row is silent.
   */
  basis: string;
  /**
   * The operationId of the documents that the requirement is about.
   */
  operation:
    | 'authorize'
    | 'confirmAuthorization'
    | 'exchangeToken'
    | 'revokeToken'
    | 'getTokenInfo'
    | 'getCurrentUser'
    | 'loginAnonymously'
    | 'recordCall'
    | 'listAvailableNumbers';
  /**
   * What checking it needs beyond an address.
   *
   * @minItems 1
   */
  needs?: Need[];
  body?: BodyPart;
  /**
   * For a choice, the readings that the interface gives: a value that a check observes, and what it means.
   */
  readings?: {
    [k: string]: string;
  };
  /**
   * Why it cannot be checked from outside; then no test covers it.
   */
  untestable?: string;
  /**
   * Why no check has been written yet; then no test covers it, and no run counts it as exercised.
   */
  unwritten?: string;
}
/**
 * The part of an answer's body that the requirement is about: a schema file without its extension, and a JSON pointer into the body, in which * stands for every item of an array.
 */
export interface BodyPart {
  schema: string;
  at: string;
}
/**
 * Signs the user out of the client, as a form. The interface names these two fields and does not say which are required: send both. The client's secret is not among them. RFC 7009 would call the token token.
 */
export interface RevokeRequest {
  /**
   * The client, as it was registered.
   */
  client_id?: string;
  /**
   * The refresh token to end.
   */
  refresh_token?: string;
}
/**
 * What an ID token says about the user and the client it was issued to, and for how long it is still valid.
 */
export interface TokenInfo {
  /**
   * Seconds until the ID token expires.
   */
  expires_in: number;
  /**
   * The client that the ID token was issued to: its client_id.
   */
  audience: string;
  /**
   * The user's identifier. That it equals user.id is likely, and not said.
   */
  user_id: string;
  user: TokenInfoUser;
  /**
   * Who issued the ID token.
   */
  issuer: string;
}
/**
 * Basic facts about the user.
 */
export interface TokenInfoUser {
  /**
   * The login name, an e-mail address if the kind of account has one.
   */
  username: string;
  /**
   * Given name.
   */
  first_name: string;
  /**
   * Family name.
   */
  last_name: string;
  /**
   * The user's identifier.
   */
  id: string;
  /**
   * Where the user's picture is. Typed as a plain string: whether it may be empty or relative is not said.
   */
  picture_url: string;
}
/**
 * Exchanges the code that came with the redirect.
 */
export interface AuthorizationCodeGrant {
  /**
   * Exchange a code.
   */
  grant_type: 'authorization_code';
  /**
   * The client, as it was registered.
   */
  client_id: string;
  /**
   * The secret that came with the registration. It belongs on a server, never in a browser or an app.
   */
  client_secret: string;
  /**
   * The redirect URL that the code was sent to: the same string as at authorize.
   */
  redirect_uri: string;
  /**
   * The code from the redirect. It can be used once.
   */
  code: string;
  /**
   * The address of this endpoint, URL-encoded. One place lists it as required, and no sample sends it: leave it out unless a deployment asks for it.
   */
  token_endpoint?: string;
}
/**
 * Exchanges a refresh token for new tokens.
 */
export interface RefreshTokenGrant {
  /**
   * Refresh.
   */
  grant_type: 'refresh_token';
  /**
   * The client, as it was registered.
   */
  client_id: string;
  /**
   * The secret that came with the registration. It belongs on a server, never in a browser or an app.
   */
  client_secret: string;
  /**
   * The latest refresh token.
   */
  refresh_token: string;
  /**
   * The redirect URL. Some samples send it and others do not; it is not required.
   */
  redirect_uri?: string;
}
/**
 * Exchanges a user's login name and password, for clients that the user trusts with them.
 */
export interface PasswordGrant {
  /**
   * Log in with a password.
   */
  grant_type: 'password';
  /**
   * The client, as it was registered.
   */
  client_id: string;
  /**
   * The secret that came with the registration. It belongs on a server, never in a browser or an app.
   */
  client_secret: string;
  /**
   * The user's login name.
   */
  username: string;
  /**
   * The user's password.
   */
  password: string;
  /**
   * What the client asks for, in one string: scopes in their short or long form, separated by spaces.
   */
  scope: string;
}
/**
 * What the token endpoint returns for each of the three grants. The interface shows these three fields and says that it does not show the rest: an expiry, a token type or a scope may be present as well.
 */
export interface TokenResponse {
  /**
   * The credential for the collaboration API, sent as a bearer token. Valid for one hour. Opaque to a client.
   */
  access_token: string;
  /**
   * Says who the user is. The token-info operation reads it. That it is a signed JWT is what such tokens are, not what the interface shows.
   */
  id_token: string;
  /**
   * Can be exchanged for a new access token when the old one expires, until it is revoked. Keep the latest one: a deployment may issue a new one at each refresh.
   */
  refresh_token: string;
}
/**
 * The outcome of one run: exactly one entry for each requirement of the catalogue. Fields may be added, none renamed.
 */
export interface Verdicts {
  schemaVersion: 1;
  /**
   * False when the run was cut off.
   */
  complete: boolean;
  suite: {
    /**
     * The version of the suite, and a digest of its checks.
     */
    version: string;
    /**
     * SHA-256 of the requirement catalogue.
     */
    catalogue: string;
  };
  target: {
    kind: 'mock' | 'reference' | 'live';
    name: string;
    /**
     * The addresses of the servers; one that was left out is absent.
     */
    urls: {
      auth?: string;
      base?: string;
      api?: string;
    };
  };
  startedAt: string;
  durationMs: number;
  /**
   * How many requests the run sent.
   */
  requests: number;
  /**
   * core: no check that looks for near misses was selected (--grep-invert @deep). full, or absent in a file of an earlier version: at least one was.
   */
  depth?: 'core' | 'full';
  outcome: Outcome;
  shard?: Shard;
  /**
   * What became of each entry of TARGET_DEVIATIONS, where that is set.
   */
  deviations?: ListedDeviation[];
  baseline?: Baseline;
  /**
   * What changed since the baseline, requirement by requirement.
   */
  drift?: Change[];
  /**
   * Requirements by verdict.
   */
  counts: {
    pass: number;
    fail: number;
    warn: number;
    observed: number;
    blocked: number;
    'not-exercised': number;
  };
  /**
   * Why the run could not be judged, apart from the checks: one sentence each.
   */
  errors?: string[];
  requirements: RequirementVerdict[];
}
/**
 * Which part of the suite ran, where it was split (--shard=current/total). Absent for a whole run, and once shards are merged.
 */
export interface Shard {
  current: number;
  total: number;
  /**
   * The run of the CI that the shard belongs to, if the CI provides it (GITHUB_RUN_ID, CI_PIPELINE_ID).
   */
  run?: string;
}
/**
 * An entry of the known deviations, and what became of it in this run.
 */
export interface ListedDeviation {
  entry: Deviation;
  /**
   * known: the row differs as listed, and carries the entry. stale: it no longer differs. differs: it differs in another way. expired: its last day is over. unused: the row was not judged, or not by all of its checks. Of these stale, differs and expired fail the run.
   */
  state: 'known' | 'stale' | 'differs' | 'expired' | 'unused';
  /**
   * One sentence for people.
   */
  says: string;
}
/**
 * The run that TARGET_BASELINE names, and what differs between the two runs themselves.
 */
export interface Baseline {
  /**
   * The name of its target.
   */
  name: string;
  startedAt: string;
  complete: boolean;
  /**
   * How many requirements of this run it did not select, as a shard does not: nothing is known of their drift.
   */
  unselected?: number;
  changed: ('deployment' | 'suite' | 'catalogue' | 'depth')[];
}
/**
 * What two runs say differently about one requirement.
 */
export interface Change {
  id: string;
  /**
   * regression: something wrong is seen that was not, or something worse. improvement: what was wrong is judged again, and is right or less wrong. other: anything else.
   */
  kind: 'regression' | 'improvement' | 'other';
  /**
   * Which of the three has changed; the reason counts only if both verdicts are fail or both are warn.
   *
   * @minItems 1
   */
  what: ('verdict' | 'observed' | 'reason')[];
  old: Side;
  new: Side;
}
/**
 * What one run says about a requirement.
 */
export interface Side {
  verdict: Verdict;
  reason: string;
  observed: string | null;
}
export interface RequirementVerdict {
  id: string;
  level: Level;
  verdict: Verdict;
  /**
   * One sentence: sent, expected, got; empty for a pass.
   */
  reason: string;
  /**
   * The value seen, for a choice or an open point.
   */
  observed: string | null;
  /**
   * Every reason for the verdict, where several checks give different ones, or where a failing row is blocked in part.
   */
  reasons?: string[];
  /**
   * Why other checks of a failing row could not judge it. No known deviation excuses such a row.
   */
  blocked?: string[];
  deviation?: Deviation;
  need?: Need;
  /**
   * The requirement whose failure blocks this one.
   */
  cause?: string;
  /**
   * The checks that cover it: file › title.
   */
  tests: string[];
}
