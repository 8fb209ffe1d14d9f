import type { Numbers } from './numbers.ts';

/** An OAuth 2.0 client, registered out of band. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export type UserKind = 'admin' | 'member' | 'guest';

/** A user of the collaboration API. */
export interface User {
  readonly id: string;
  readonly ndbid: string;
  readonly kind: UserKind;
  readonly username: string;
  /** Nobody can log in as a user without one. */
  readonly password?: string;
  readonly displayname: string;
  readonly givenname: string;
  readonly familyname: string;
  readonly gender: string;
  readonly languages: readonly string[];
  readonly timezone: string;
  readonly company: string;
  readonly updatedAt: number;
}

/** A browser that has visited; with a user once somebody has logged in there. */
export interface BrowserSession {
  readonly id: string;
  readonly user?: User;
}

/** An authorization request that waits for the login or the consent of the browser's user. */
export interface Pending {
  readonly id: string;
  readonly browser: string;
  readonly client: Client;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The scopes as they were requested. */
  readonly scope: string;
  readonly state: string | undefined;
  /** How many logins have been tried for it so far. */
  attempts: number;
}

/** What a token or a code stands for: a user at a client, and where it comes from. */
export interface Grant {
  readonly user: User;
  readonly client: Client;
  readonly scopes: readonly string[];
  /** The scopes as they were requested. */
  readonly scope: string;
  readonly session: Session;
  /** How many refreshes in a row have led to it. */
  readonly refreshes: number;
}

/** What begins with a code or a password, and goes on with refreshes. */
export interface Session {
  readonly by: 'authorization_code' | 'password';
  /** How often it has been refreshed so far. */
  refreshes: number;
}

/** That a code or a token was issued, whether it still holds or not. */
export interface Issue {
  readonly grant: Grant;
  /** How many requests for each operation have had it so far. */
  readonly uses: Map<string, number>;
}

/** An authorization code. */
export interface Code extends Grant {
  readonly value: string;
  readonly redirectUri: string;
  readonly issuedAt: number;
  used: boolean;
  /** What it was exchanged for. */
  tokens?: Tokens;
}

/** An access token that was issued. */
export interface AccessToken extends Grant {
  readonly issuedAt: number;
}

/** A refresh token that works. */
export interface RefreshToken extends Grant {
  /** The access token that was issued with it. */
  readonly accessToken: string;
}

/** The values of the tokens of one answer. */
export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** A telephony account. */
export interface Account {
  readonly sid: string;
  readonly token: string;
}

/** A call of a telephony account. */
export interface Call {
  readonly sid: string;
  readonly accountSid: string;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound-api';
  readonly status: 'in-progress' | 'completed';
  readonly createdAt: number;
  updatedAt: number;
  /** Every recording that the call is associated with, including ended ones, in the order of their starts. */
  readonly recordings: Recording[];
}

/** How a recording is to be made. */
export interface RecordingOptions {
  readonly direction: 'in' | 'out' | 'both';
  /** In seconds. */
  readonly timeLimit: number | undefined;
  readonly callbackUrl: string | undefined;
  readonly fileFormat: 'mp3' | 'wav';
  readonly trimSilence: boolean;
  readonly transcribe: boolean;
  readonly transcribeQuality: 'auto' | 'hybrid';
  readonly transcribeCallback: string | undefined;
}

/** One recording of a call. */
export interface Recording {
  readonly sid: string;
  readonly options: RecordingOptions;
  readonly startedAt: number;
  endedAt?: number;
  /** Cancels the timer of its TimeLimit. */
  cancelLimit?: () => void;
}

/** A request that a recording makes after it has ended or been transcribed. */
export interface Callback {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Everything that one deployment knows, on all three servers. */
export interface State {
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly accounts: readonly Account[];
  readonly calls: readonly Call[];
  readonly numbers: Numbers;
  readonly browsers: Map<string, BrowserSession>;
  readonly pending: Map<string, Pending>;
  readonly codes: Map<string, Code>;
  readonly accessTokens: Map<string, AccessToken>;
  readonly refreshTokens: Map<string, RefreshToken>;
  readonly guests: Map<string, User>;
  /** Every code and token that was ever issued, by its value. */
  readonly issues: Map<string, Issue>;
  /** Signs ID tokens and guest tokens. */
  readonly key: Uint8Array;
}
