import { type Answer, json } from '../answer.ts';
import type { Call } from '../state.ts';

/** The times of a call, as written in the resource. */
interface Times {
  readonly created: string;
  readonly updated: string;
  readonly started: string;
  /** Empty until then. */
  readonly ended: string;
}

/** The call resource. */
export const callRules = {
  /** TEL-005, TEL-006, TEL-013, TEL-014: a date of RFC 2822 whose offset is numeric; deployments write -0000. */
  callTime: (time: number): string => new Date(time).toUTCString().replace('GMT', '-0000'),

  /** TEL-024: where the call resource is. */
  callUri: (call: Call): string => `/v2/Accounts/${call.accountSid}/Calls/${call.sid}`,

  /** TEL-025, TEL-026, TEL-027: where the call's subresources are. */
  subresourceUris: (uri: string): Record<string, unknown> => ({
    notifications: `${uri}/Notifications`,
    recordings: `${uri}/Recordings`,
  }),

  /**
   * TEL-004 to TEL-030, TEL-072, TEL-073: the call, every field a string as in the sample. A call in progress
   * therefore shows its duration so far, and an empty string as its end.
   */
  callResource: (
    call: Call,
    times: Times,
    seconds: number,
    uri: string,
    subresource_uris: Record<string, unknown>,
  ): Record<string, unknown> => ({
    sid: call.sid,
    date_created: times.created,
    date_updated: times.updated,
    parent_call_sid: '',
    account_sid: call.accountSid,
    to: call.to,
    from: call.from,
    phone_number_sid: '',
    status: call.status,
    start_time: times.started,
    end_time: times.ended,
    duration: String(seconds),
    price: '0.00',
    direction: call.direction,
    answered_by: 'human',
    api_version: 'v2',
    forwarded_from: '',
    p_asserted_identity: '',
    sip_privacy: '',
    privacy_hide_number: 'false',
    uri,
    subresource_uris,
  }),

  /** TEL-001, TEL-002, TEL-031: the answer to starting and ending a recording: the call. */
  recordAnswer: (call: Record<string, unknown>, _isStart: boolean): Answer => json(200, call),
};
