import type { Answer } from '../answer.ts';
import type { Operation } from '../operation.ts';

/** What happens first to every request, what refusals look like, and what happens last to every answer. */
export const answerRules = {
  /** Every request to every server passes here first: nothing has happened yet, and it may be refused. */
  admit: (_operation: Operation, _request: Request): void => {},

  /** RFC 6749 3.1 and 3.2: a field without a value counts as not sent. */
  isSent: (value: string): boolean => value !== '',

  /** IDN-081, COL-068: a refusal of the identity and collaboration servers (RFC 6749 5.2). */
  oauthError: (error: string, error_description: string): Record<string, unknown> => ({
    error,
    error_description,
  }),

  /** TEL-088, TEL-196: a refusal of the telephony server, in the form that the interface shows for 404. */
  telephonyError: (status: number, message: string, _operation: Operation): Record<string, unknown> => ({
    status,
    message,
  }),

  /** TEL-085, TEL-086, TEL-087, TEL-186, TEL-187, TEL-188: what is missing, and where. */
  notFound: (path: string, _operation: Operation): Record<string, unknown> => ({
    status: 404,
    message: `The requested resource ${path} was not found`,
  }),

  /** TEL-084, TEL-185: the status of what is missing. */
  notFoundStatus: (_operation: Operation): number => 404,

  /**
   * IDN-004, IDN-027, IDN-032, IDN-033, IDN-074, IDN-075, IDN-077, IDN-078, IDN-120, IDN-141 to IDN-144, COL-062,
   * COL-081 to COL-084, TEL-031, TEL-197, TEL-198, TEL-199, TEL-208, TEL-209, TEL-213, TEL-214: an answer
   * goes out with its status, headers and media type, whatever the request says it accepts.
   * Every answer of every server passes here last, with the operation that gave it.
   */
  send: (answer: Answer, _operation: Operation, _request: Request): Answer | Promise<Answer> => answer,
};
