/** What stands behind a scheme in a header: visible characters of ASCII, without a space. */
export const headerWord = /^[\x21-\x7e]+$/;
