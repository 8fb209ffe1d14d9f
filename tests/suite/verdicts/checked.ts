import { test as base } from '@playwright/test';
import type { RequirementId } from '../../support/catalogue.ts';
import { type Ledger, openLedger } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import type { Answer } from '../../support/wire/http.ts';

/** A check of the suite that covers what it is told, and the ledger of what it says. */
export const test = base.extend<{ check: (...covers: RequirementId[]) => Ledger }>({
  check: async ({}, use, testInfo) => use((...covers) => openLedger(testInfo, covers, createMask())),
});

/** What a deployment may have answered. */
export const answer = (status: number, body: unknown = {}, more: Partial<Answer> = {}): Answer => ({
  method: 'GET',
  url: 'http://127.0.0.1/path',
  status,
  headers: {},
  text: JSON.stringify(body),
  json: body,
  ...more,
});
