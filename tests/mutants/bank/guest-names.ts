import { CUT, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { guestToken, guestUser } = defaultRules;

/** What becomes of the display name of a guest. */
export const displayNames = {
  'guest-called-guest': called('Replaces every display name with Guest.', () => 'Guest'),
  'guest-called-twice-by-the-name': called(
    'Repeats the display name of a guest.',
    (name) => `${name} ${name}`,
  ),
  'guest-called-by-the-first-word': called('Keeps only the first word of a display name.', upTo(' ')),
  'guest-called-in-ascii': called('Removes non-ASCII characters from a display name.', (name) =>
    name.replaceAll(/[^ -~]/g, ''),
  ),
  'guest-name-cut-at-an-apostrophe': called('Truncates a display name at an apostrophe.', upTo("'")),
  'guest-name-cut-at-a-quotation-mark': called('Truncates a display name at a quotation mark.', upTo('"')),
  'guest-name-cut-at-a-semicolon': called('Truncates a display name at a semicolon.', upTo(';')),
  'guest-name-cut-at-an-ampersand': called('Truncates a display name at an ampersand.', upTo('&')),
  'guest-name-without-what-a-comma-begins': called('Truncates a display name at a comma.', upTo(',')),
  'guest-name-decoded-once-more': called(
    'Percent-decodes a display name once more, as far as it can be decoded.',
    (name) => name.replace(/%[0-7][\dA-F]/gi, decodeURIComponent),
  ),
} satisfies Bank;

/** Which display names a guest login accepts. */
export const refusedNames = {
  'guest-name-of-digits-refused': refusing('that consists of digits only', /^\d+$/),
  'guest-name-with-a-digit-refused': refusing('that contains a digit', /\d/),
  'guest-name-with-an-apostrophe-refused': refusing('with an apostrophe', /'/),
  'guest-name-with-a-slash-refused': refusing('with a slash or a backslash', /[/\\]/),
  'guest-name-with-a-space-refused': refusing('that contains whitespace', /\s/),
  'guest-name-with-a-hyphen-refused': refusing('with a hyphen', /-/),
  'guest-name-with-markup-refused': refusing('that contains markup characters', /[<>&"]/),
  'guest-name-beyond-ascii-refused': refusing('that contains non-ASCII characters', /[^ -~]/),
  'guest-name-all-beyond-ascii-refused': refusing('without any ASCII character', /^[^ -~]*$/),
  'guest-name-of-one-character-refused': refusing('of one character', /^.$/u),
  'guest-name-of-30-characters-at-most': refusing('of more than thirty characters', /^.{31}/u),
  'guest-name-of-64-bytes-at-most': {
    says: 'Refuses a display name of more than 64 bytes.',
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && new TextEncoder().encode(name).length <= 64,
  },
  'guest-name-with-a-percent-sign-fails': {
    says: 'Percent-decodes the display name again, and returns 500 when that fails.',
    breaks: 'COL-071',
    isDisplayName: (name) => {
      try {
        return name !== undefined && decodeURIComponent(name) !== '';
      } catch {
        return refuse(500, 'The name is malformed');
      }
    },
  },
  'guest-name-with-an-emoji-answered-500': {
    says: 'Returns status 500 when the display name contains an emoji.',
    breaks: 'COL-071',
    isDisplayName: (name = '') => !/\p{Emoji_Presentation}/u.test(name) || refuse(500, 'four bytes'),
  },
  'guest-name-with-markup-met-with-silence': {
    says: 'Closes the connection when the display name contains a "<".',
    breaks: 'COL-071',
    guestToken: (token, guest) => (guest.displayname.includes('<') ? CUT : guestToken(token, guest)),
  },
  'guest-name-with-markup-gets-nothing': {
    says: 'Accepts a display name that contains a "<", but returns no JWT.',
    breaks: 'COL-071',
    guestToken: (token, guest) => (guest.displayname.includes('<') ? {} : guestToken(token, guest)),
  },
} satisfies Bank;

/** Calls a guest otherwise than asked for. */
function called(says: string, change: (name: string) => string): MutantEntry {
  return {
    says,
    breaks: 'COL-070',
    guestUser: (id, displayname, now) => guestUser(id, change(displayname), now),
  };
}

function upTo(character: string): (name: string) => string {
  return (name) => name.split(character, 1)[0] ?? '';
}

function refusing(told: string, pattern: RegExp): MutantEntry {
  return {
    says: `Refuses a display name ${told}.`,
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && !pattern.test(name),
  };
}
