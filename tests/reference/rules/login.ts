import type { User } from '../state.ts';

/** The login page and the consent page. */
export const loginRules = {
  /** IDN-023: the kinds of accounts that a user logs in with. */
  accountKinds: (): readonly string[] => [
    'Identity provider account',
    'Google account',
    'Office365 account',
    'Salesforce account',
    'Corporate account',
  ],

  /** IDN-126: the user with this name and password. */
  loginUser: (
    users: readonly User[],
    username: string | undefined,
    password: string | undefined,
  ): User | undefined =>
    users.find(
      (user) =>
        user.username === username?.toLowerCase() &&
        user.password !== undefined &&
        user.password === password,
    ),

  /** IDN-028: what the consent page asks for. */
  permissionsAsked: (): readonly string[] => [
    'View and update your email information',
    'View your user detail information',
    'Call the collaboration API on your behalf',
  ],

  /** IDN-029, IDN-030: only Accept accepts. */
  isAccepted: (decision: string | undefined): boolean => decision === 'accept',

  /** IDN-031: the error that tells the client that the user denied. */
  denialError: (): string => 'access_denied',
};
