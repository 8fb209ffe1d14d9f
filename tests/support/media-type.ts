/** The media type that a Content-Type header names, in lower case and without parameters; empty if it names none. */
export function mediaTypeIn(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
