/** What a check sends, and what it gets: the vocabulary of the wire. */

/** The fields of a query or a form; one whose value is undefined is not sent. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** What a request sends in addition to its method and path. A field whose value is undefined is not sent. */
export interface Outgoing {
  readonly query?: Fields;
  readonly form?: Fields;
  readonly json?: unknown;
  /** One whose value is undefined is not sent, even if the body would set it. */
  readonly headers?: Fields;
  /** Replaces the default credential of the context; null sends none. */
  readonly authorization?: string | null;
  /**
   * Whether a 429 is returned to the caller as an ordinary answer, instead of ending the check, because it may mean
   * that a maximum number is exceeded, or because it does not matter here.
   */
  readonly returns429?: boolean;
  /** Selects one of the documented answers of the mock; it is not sent to any other target. */
  readonly prefer?: string | undefined;
}

/** An answer, or the reason why none came. */
export interface Answer {
  readonly method: string;
  readonly url: string;
  /** 0 if no answer came; `failure` then gives the reason. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body parsed as JSON in UTF-8; undefined if it is not JSON. */
  readonly json: unknown;
  /** Why the body is not JSON, if that cannot be seen in its text. */
  readonly notJson?: string;
  readonly failure?: string;
  /** The status of an answer that came, if `failure` is that its body cannot be read. */
  readonly unread?: number;
  /** The values that the request sent: an answer that repeats one of them does not hand it out. */
  readonly sent?: ReadonlySet<string>;
  /** What the last page in a browser asks for and the suite cannot provide. This says nothing about the deployment. */
  readonly unworkable?: string;
}

/** Sends requests to one server: knows its address, the credential and the limits. */
export interface RequestContext {
  get(path: string, outgoing?: Outgoing): Promise<Answer>;
  post(path: string, outgoing?: Outgoing): Promise<Answer>;
}

/** The fields that have a value, in order. */
export function sentFields(fields: Fields): [name: string, value: string][] {
  return Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
}
