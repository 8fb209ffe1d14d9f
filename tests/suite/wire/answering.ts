import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { type Ledger, openLedger } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import type { Target } from '../../support/target.ts';

/** A test with the ledger of a check, and with servers that answer as it pleases. */
export const test = base.extend<{ ledger: Ledger; serve: (listener: RequestListener) => Promise<Target> }>({
  ledger: [async ({}, use, testInfo) => use(openLedger(testInfo, [], createMask())), { auto: true }],
  serve: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (listener) => {
      const server = createServer(listener).listen(0, '127.0.0.1');
      servers.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const urls = { identity: url, telephony: url };
      return {
        kind: 'live',
        name: 'test',
        urls,
        way: { headers: {}, userAgent: 'test' },
        login: {},
        filters: {},
        callSids: [],
        numberCountry: 'US',
        effects: [],
        timeoutMs: 2000,
      };
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});
