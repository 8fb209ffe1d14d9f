import { expect, test } from '@playwright/test';
import { initialsOf, strangerAmong } from '../../support/interface/user-names.ts';

test('initials are told without marks and letter case, and what is no text has none', () => {
  expect(initialsOf('Émile M. LOVELACE', undefined, 7, '', "O'Brien")).toEqual(['e', 'm', 'l', 'o', 'b']);
  expect(initialsOf('Мария')).toEqual(['м']);
});

for (const [what, ways, stranger] of [
  ['all agree', ['Ada Lovelace', 'Ada King', 'ada@example.com'], undefined],
  ['two agree, and each has a word of the third', ['Ada Lovelace', 'Ada King', 'Countess King'], undefined],
  ['one is spelt otherwise', ['Zoë Müller', 'Zoe Mueller', 'Zoe Mueller'], undefined],
  ['the first agrees with none', ['Gwen Tan', 'Ada Lovelace', 'Ada Lovelace'], 0],
  ['the second agrees with none', ['Ada Lovelace', 'Gwen Tan', 'Ada L.'], 1],
  ['the third agrees with none', ['Ada Lovelace', 'Ada', 'the countess'], 2],
  ['none agrees with another', ['Ada', 'Gwen', 'Marko'], undefined],
  ['one says nothing', ['Gwen Tan', 'Ada Lovelace', ''], undefined],
  ['one is in another alphabet', ['Marko Ivanov', 'Марко Иванов', 'Марко Иванов'], undefined],
] as const) {
  test(`whose name is a stranger's: ${what}`, () => {
    const [one, other, third] = ways;
    expect(strangerAmong(initialsOf(one), initialsOf(other), initialsOf(third))).toBe(stranger);
  });
}
