import { CUT, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { guestToken } = defaultRules;

/** Which display names a guest login accepts, and what becomes of them. */
export const guestNameMutants = {
  'guest-name-cut-at-an-apostrophe': {
    says: 'Truncates the display name of a guest at an apostrophe.',
    breaks: 'COL-070',
    rules: () => calling((displayname) => displayname.split("'")[0] ?? ''),
  },
  'guest-name-cut-at-a-semicolon': {
    says: 'Truncates the display name of a guest at a semicolon.',
    breaks: 'COL-070',
    rules: () => calling((displayname) => displayname.split(';')[0] ?? ''),
  },
  'guest-name-without-what-a-comma-begins': {
    says: 'Truncates the display name of a guest at a comma.',
    breaks: 'COL-070',
    rules: () => calling((displayname) => displayname.replace(/,.*/, '')),
  },
  'guest-called-guest': {
    says: 'Replaces every display name with Guest.',
    breaks: 'COL-070',
    guestUser: (id, _displayname, now) => defaultRules.guestUser(id, 'Guest', now),
  },
  'guest-called-by-the-first-word': {
    says: 'Keeps only the first word of a display name.',
    breaks: 'COL-070',
    guestUser: (id, name, now) => defaultRules.guestUser(id, name.split(' ')[0] ?? '', now),
  },
  'guest-called-in-ascii': {
    says: 'Removes non-ASCII characters from a display name.',
    breaks: 'COL-070',
    guestUser: (id, name, now) => defaultRules.guestUser(id, name.replaceAll(/[^ -~]/g, ''), now),
  },
  'guest-name-with-a-space-refused': {
    says: 'Refuses a display name that contains whitespace.',
    breaks: 'COL-071',
    isDisplayName: (name) => /^\S+$/.test(name ?? ''),
  },
  'guest-name-with-a-hyphen-refused': {
    says: 'Refuses a display name with a hyphen.',
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && !name.includes('-'),
  },
  'guest-name-with-markup-refused': {
    says: 'Refuses a display name that contains markup characters.',
    breaks: 'COL-071',
    isDisplayName: (name) => /^[^<>&"]+$/.test(name ?? ''),
  },
  'guest-name-beyond-ascii-refused': {
    says: 'Refuses a display name that contains non-ASCII characters.',
    breaks: 'COL-071',
    isDisplayName: (name) => /^[ -~]+$/.test(name ?? ''),
  },
  'guest-name-with-an-emoji-answered-500': {
    says: 'Returns status 500 when the display name contains an emoji.',
    breaks: 'COL-071',
    isDisplayName: (name) => !/\p{Emoji_Presentation}/u.test(name ?? '') || refuse(500, 'four bytes'),
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
  'guest-name-all-beyond-ascii-refused': {
    says: 'Refuses a display name without any ASCII character.',
    breaks: 'COL-071',
    isDisplayName: (name) => /[ -~]/.test(name ?? ''),
  },
  'guest-name-of-one-character-refused': {
    says: 'Refuses a display name of one character.',
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && !/^.$/u.test(name),
  },
  'guest-name-of-30-characters-at-most': {
    says: 'Refuses a display name of more than thirty characters.',
    breaks: 'COL-071',
    isDisplayName: (name) => /^.{1,30}$/u.test(name ?? ''),
  },
  'guest-name-of-64-bytes-at-most': {
    says: 'Refuses a display name of more than 64 bytes.',
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && new TextEncoder().encode(name).length <= 64,
  },
} satisfies Bank;

/** Calls a guest otherwise than asked for. */
function calling(named: (displayname: string) => string): Partial<Rules> {
  return {
    guestUser: (id, displayname, now) => defaultRules.guestUser(id, named(displayname), now),
  };
}
