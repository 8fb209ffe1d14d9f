/** What follows the scheme in an Authorization header: visible ASCII characters, without a space. */
export const headerWord = /^[\x21-\x7e]+$/;
