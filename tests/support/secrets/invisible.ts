/**
 * What is removed from a text before it is shown to a person, because it colours, moves or hides what they read. A
 * search for secrets has to ignore all of it: otherwise its removal could put a secret together again.
 */

/**
 * Sequences that a terminal interprets: CSI, OSC (up to BEL or ST), the other string sequences, then two-character
 * escapes.
 */
export const sequences =
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/** The characters that a sequence begins with. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
export const introducer = /[\u001b\u0090\u0098\u009b\u009d-\u009f]/;

/**
 * Control characters except tab and line feed, bidirectional and zero-width characters, the byte order mark, Unicode
 * line breaks, and noncharacters.
 */
export const characters =
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/g;

/** Lone surrogates, once everything else has been removed. */
export const loneSurrogates =
  /[\ud800-\udbff](?![\udc00-\udfff])|[\udc00-\udfff](?<![\ud800-\udbff][\udc00-\udfff])/g;

/** Line ends of other systems, each of which is replaced by a line feed. */
export const lineEnds = /\r\n?/g;
