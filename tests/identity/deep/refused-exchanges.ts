import { grantsTokens, isA } from '../../support/interface/answers.ts';
import { groupsOf, IN_A_ROW } from '../../support/interface/refusals.ts';
import { control, expect } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';

/** How the codes of a check are exchanged. */
interface Exchanging {
  /** Exchanges a code, with what differs from an accepted exchange. */
  readonly redeem: (code: string, changed?: Fields) => Promise<Answer>;
  readonly newCode: () => Promise<string>;
}

/**
 * Expects that exchanges are refused, with a code that is accepted afterwards. Where a refused exchange has used up its
 * code, which the interface leaves open, each is sent with a code of its own.
 *
 * @param changed what differs from an accepted exchange, in each of them
 * @param inARow how many of them come in a row (see `expectRefusals`), before the code itself may be refused as well
 */
export async function expectRefusedExchanges(
  changed: readonly Fields[],
  { redeem, newCode }: Exchanging,
  inARow = IN_A_ROW - 1,
): Promise<void> {
  const isGranted = async () => control(redeem(await newCode()), grantsTokens, 'IDN-034');
  for (const group of groupsOf(inARow, changed)) {
    const code = await newCode();
    for (const fields of group) expect(await redeem(code, fields)).toBeRefused();
    if (isA(grantsTokens, await redeem(code))) continue;
    await isGranted();
    // The first of them was refused with an unused code.
    for (const fields of group.slice(1)) {
      expect(await redeem(await newCode(), fields)).toBeRefused();
      await isGranted();
    }
  }
}
