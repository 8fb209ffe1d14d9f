/** The three servers of the interface: their documents, their default ports, and how each words a refusal. */
export const servers = {
  auth: {
    title: 'identity',
    document: 'identity.openapi.yaml',
    port: 4010,
    // None of its operations is protected by a header; if a document changes that, there is still a challenge.
    challenge: 'Bearer realm="identity"',
    /** RFC 6749, section 5.2. */
    errorBody: (status, message, code) => ({
      error: code ?? (status >= 500 ? 'server_error' : 'invalid_request'),
      error_description: describable(message),
    }),
  },
  base: {
    title: 'collaboration',
    document: 'collaboration.openapi.yaml',
    port: 4011,
    challenge: 'Bearer realm="collaboration"',
    /** The interface shows none; the form is the document's, with codes of its own where OAuth has none. */
    errorBody: (status, message) => ({
      error: collaborationErrors[status] ?? (status >= 500 ? 'server_error' : 'invalid_request'),
      error_description: describable(message),
    }),
  },
  api: {
    title: 'telephony',
    document: 'telephony.openapi.yaml',
    port: 4012,
    challenge: 'Basic realm="telephony"',
    /** The object that the interface shows for 404, used for every refusal. */
    errorBody: (status, message) => ({ status, message }),
  },
} as const satisfies Readonly<Record<string, ServerProfile>>;

export type ServerName = keyof typeof servers;

export const serverNames = Object.keys(servers) as ServerName[];

/** What distinguishes the mock of one server from the others. */
export interface ServerProfile {
  readonly title: string;
  readonly document: string;
  readonly port: number;
  /** The WWW-Authenticate of a 401 to a request without a credential. */
  readonly challenge: string;
  /** @param code the error code of OAuth, if the refusal has one of its own */
  errorBody(status: number, message: string, code?: string): object;
}

const collaborationErrors: Readonly<Record<number, string>> = {
  401: 'invalid_token',
  404: 'not_found',
  405: 'method_not_allowed',
};

/** RFC 6749, section 5.2: an error_description is printable ASCII without the quotation mark and the backslash. */
function describable(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?');
}
