/** The two targets that this project brings itself. */

/** A target that is ready to be judged. */
export interface Started {
  /** The settings of a live target with which the checks find and use it. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Each is loaded only when needed: Prism alone takes a hundred megabytes. */
const starters: Readonly<Record<string, () => Promise<Started>>> = {
  async mock() {
    const { startMock } = await import('../mock/index.ts');
    const mock = await startMock();
    const settings = {
      TARGET_NAME: 'mock',
      TARGET_AUTH_URL: mock.urls.auth,
      TARGET_BASE_URL: mock.urls.base,
      TARGET_API_URL: mock.urls.api,
      // The mock takes any credential; these make the requests complete.
      TARGET_CLIENT_ID: 'conformance-client',
      TARGET_CLIENT_SECRET: 'conformance-client-secret',
      TARGET_REDIRECT_URI: 'https://client.example.com/callback',
      TARGET_USERNAME: 'user@example.com',
      TARGET_PASSWORD: 'conformance-password',
      TARGET_ACCOUNT_SID: 'AC00000000000000000000000000000001',
      TARGET_AUTH_TOKEN: 'conformance-auth-token',
      TARGET_CALL_SIDS: [1, 2, 3, 4, 5, 6, 7, 8]
        .map((nth) => `CA0000000000000000000000000000000${nth}`)
        .join(),
      TARGET_ALLOW: 'recording,guest,sign-out',
    };
    return { settings, close: () => mock.close() };
  },
  reference: async () => (await import('../reference/start.ts')).startReference(),
};

/** Starts the mock or the reference; undefined for any other kind of target. */
export async function startOwn(kind: string): Promise<Started | undefined> {
  return Object.hasOwn(starters, kind) ? starters[kind]?.() : undefined;
}

/** What the launcher tells Playwright once its target has started, or why it has not. */
export type Handed = { readonly settings: Started['settings'] } | { readonly mistake: string };

/** The environment variable that says that the launcher starts the target: it does so while Playwright loads. */
export const HANDED = 'CONFORMANCE_HANDED';

/**
 * Waits for the target that the launcher starts.
 *
 * @throws with the launcher's words if it could not
 */
export async function handedOver(): Promise<Started['settings']> {
  const handed = await new Promise<Handed>((resolve, reject) => {
    process.once('message', (message) => resolve(message as Handed));
    process.once('disconnect', () => reject(new Error('The launcher ended before it started the target')));
  });
  if ('mistake' in handed) throw new Error(handed.mistake);
  return handed.settings;
}
