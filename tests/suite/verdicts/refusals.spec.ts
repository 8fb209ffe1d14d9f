import { expect } from '@playwright/test';
import { expectRefusedExchanges } from '../../identity/deep/refused-exchanges.ts';
import { grantsTokens } from '../../support/interface/answers.ts';
import { expectRefusals, GUESSES_IN_A_ROW, IN_A_ROW } from '../../support/interface/refusals.ts';
import { control } from '../../support/judging/judge.ts';
import { Stopped } from '../../support/judging/ledger.ts';
import { answer, test } from './checked.ts';

/** Refusals are counted, and something is accepted after so many of them. */

const granted = answer(200, { access_token: 'a', id_token: 'i', refresh_token: 'r' });
const refused = answer(400, { error: 'invalid_grant' });

test('something is accepted after so many refusals, and after the last', async ({ check }) => {
  check('IDN-059').controlled = true;
  const sent: string[] = [];
  const send = async (one: string) => {
    sent.push(one);
    return refused;
  };
  const accepted = async () => sent.push('accepted');
  await expectRefusals(['1', '2', '3'], send, accepted);
  expect(sent.splice(0)).toEqual(['1', '2', 'accepted', '3', 'accepted']);
  await expectRefusals(['1', '2', '3', '4', '5'], send, accepted, IN_A_ROW);
  expect(sent).toEqual(['1', '2', '3', '4', 'accepted', '5', 'accepted']);
});

test('what is locked after two refusals ends the check at the next accepted request', async ({ check }) => {
  check('IDN-059').controlled = true;
  let refusals = 0;
  const grant = async () => {
    if (refusals < GUESSES_IN_A_ROW) return granted;
    return refused;
  };
  const guess = async () => {
    refusals += 1;
    return refused;
  };
  const isGranted = async () => control(grant(), grantsTokens, 'IDN-038');
  await expectRefusals(['1'], guess, isGranted);
  await expect(expectRefusals(['2', '3'], guess, isGranted)).rejects.toThrow(Stopped);
});

/** A token endpoint that refuses what is changed, and may use up the code; what it was sent, without the refusals. */
function exchangesAt(usesUpRefused: boolean) {
  const sent: string[] = [];
  const used = new Set<string>();
  let codes = 0;
  const redeem = async (code: string, changed?: object) => {
    sent.push(`${code}${changed === undefined ? '' : ' changed'}`);
    const isRefused = changed !== undefined || used.has(code);
    if (!isRefused || usesUpRefused) used.add(code);
    return isRefused ? refused : granted;
  };
  const newCode = async () => {
    codes += 1;
    return `code ${codes}`;
  };
  return { redeem, newCode, sent };
}

test('a code that a refused exchange leaves unused serves several', async ({ check }) => {
  check('IDN-065').controlled = true;
  const { sent, ...codes } = exchangesAt(false);
  await expectRefusedExchanges([{}, {}, {}, {}], codes);
  const [first, second] = ['code 1', 'code 2'];
  const changed = [`${first} changed`, `${first} changed`, `${first} changed`];
  expect(sent).toEqual([...changed, first, `${second} changed`, second]);
});

test('where a refused exchange uses up its code, each is sent with a code of its own', async ({ check }) => {
  check('IDN-065').controlled = true;
  const { sent, ...codes } = exchangesAt(true);
  await expectRefusedExchanges([{}, {}], codes);
  const first = ['code 1 changed', 'code 1 changed', 'code 1'];
  expect(sent).toEqual([...first, 'code 2', 'code 3 changed', 'code 4']);
});
