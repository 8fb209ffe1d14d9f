/** How a form is sent by clients that name its charset. */
export const FORM_WITH_CHARSET = 'application/x-www-form-urlencoded; charset=UTF-8';

/** The media type that a Content-Type header names, in lower case and without parameters; empty if it names none. */
export function mediaTypeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
