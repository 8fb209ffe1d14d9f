/** A request that is answered with an error: thrown wherever one is found, sent only by the host. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: string | undefined;

  /**
   * @param status the status of the answer
   * @param message what was wrong with the request, for the developer of a client
   * @param headers the headers that the answer carries besides the body
   * @param code the error code of OAuth, if it does not follow from the status
   */
  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    code?: string,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}
