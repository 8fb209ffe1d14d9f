import { refuse } from '../answer.ts';
import type { Call, Recording } from '../state.ts';

/** The maximum length of both URLs. */
const LONGEST_URL = 200;

/** Reads a URL parameter of at most this many characters. */
export function urlOfAtMost(limit: number, name: string) {
  return (value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    if (Array.from(value).length > limit) refuse(400, `${name} has more than ${limit} characters`);
    const isUrl = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    return isUrl ? value : refuse(400, `${name} is not a URL`);
  };
}

/** POST .../Recordings.json: its parameters, and their effect on the call. */
export const recordingRules = {
  /** TEL-003, TEL-070, TEL-210, TEL-219: only a form is accepted, whatever its charset, or where nothing is said. */
  isRecordBody: (mediaType: string): boolean => mediaType === 'application/x-www-form-urlencoded',

  /** TEL-032, TEL-033, TEL-034, TEL-066: Record is true or false; True and False are accepted as well. */
  record: (value: string | undefined): boolean => {
    if (value === undefined) refuse(400, 'Record is missing');
    if (!/^(?:[Tt]rue|[Ff]alse)$/.test(value)) refuse(400, 'Record is neither true nor false');
    return value.toLowerCase() === 'true';
  },

  /** TEL-035, TEL-036, TEL-037, TEL-038, TEL-039: Direction is in, out or both, which is the default. */
  direction: (value: string | undefined): 'in' | 'out' | 'both' =>
    value === undefined || value === 'in' || value === 'out' || value === 'both'
      ? (value ?? 'both')
      : refuse(400, 'Direction is none of in, out and both'),

  /** TEL-040, TEL-041, TEL-042: TimeLimit is a whole number greater than 0. */
  timeLimit: (value: string | undefined): number | undefined => {
    if (value === undefined) return undefined;
    return /^0*[1-9]\d*$/.test(value) ? Number(value) : refuse(400, 'TimeLimit is not a whole number over 0');
  },

  /** TEL-044, TEL-045, TEL-046: CallbackUrl is a URL of at most 200 characters. */
  callbackUrl: urlOfAtMost(LONGEST_URL, 'CallbackUrl'),

  /** TEL-047, TEL-048, TEL-049: TranscribeCallback is a URL of at most 200 characters. */
  transcribeCallback: urlOfAtMost(LONGEST_URL, 'TranscribeCallback'),

  /** TEL-050, TEL-051, TEL-052, TEL-053: FileFormat is wav, or otherwise mp3. */
  fileFormat: (value: string | undefined): 'mp3' | 'wav' => (value === 'wav' ? 'wav' : 'mp3'),

  /** TEL-054, TEL-055, TEL-056, TEL-057: TrimSilence is true, or otherwise false. */
  trimSilence: (value: string | undefined): boolean => value === 'true',

  /** TEL-058, TEL-059, TEL-060, TEL-061: Transcribe is true, or otherwise false. */
  transcribe: (value: string | undefined): boolean => value === 'true',

  /** TEL-062, TEL-063, TEL-064, TEL-065: TranscribeQuality is hybrid, or otherwise auto. */
  transcribeQuality: (value: string | undefined): 'auto' | 'hybrid' =>
    value === 'hybrid' ? 'hybrid' : 'auto',

  /** TEL-029, TEL-084: the call in the path, if it belongs to the account in the path. */
  findCall: (calls: readonly Call[], accountSid: string, sid: string | undefined): Call | undefined =>
    calls.find((call) => call.accountSid === accountSid && call.sid === sid),

  /** TEL-001: no recording starts on a call that is over. */
  isLive: (call: Call): boolean => call.status === 'in-progress',

  /** TEL-067, TEL-068, TEL-069: how many recordings may be associated with a call. */
  recordingLimit: (): number => 5,

  /** TEL-068, TEL-069, TEL-216: the recordings that are associated with a call, including those that have ended. */
  countedRecordings: (call: Call): number => call.recordings.length,

  /** TEL-069, TEL-200: a start that was refused starts nothing. */
  afterRefusedStart: (_start: () => void, _why: unknown): void => {},

  /** TEL-002, TEL-071, TEL-202: Record=false ends the running recording that started last. */
  recordingToEnd: (running: readonly Recording[]): Recording | undefined => running.at(-1),

  /** TEL-043: the maximum length of a recording in milliseconds; TimeLimit is taken to be in seconds. */
  longestMs: (timeLimit: number | undefined): number | undefined =>
    timeLimit === undefined ? undefined : timeLimit * 1000,
};
