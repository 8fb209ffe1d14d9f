import OAuth2Strategy, { type VerifyCallback } from 'passport-oauth2';

type Registered = Readonly<Record<'auth' | 'client_id' | 'client_secret' | 'redirect_uri', string>>;

/** A login for `passport.use(…)`. The library puts the credentials into the form by itself. */
export function strategyFor({ auth, client_id, client_secret, redirect_uri }: Registered) {
  const options = {
    authorizationURL: `${auth}/oauth2/authorize`,
    tokenURL: `${auth}/oauth2/access_token`,
    clientID: client_id,
    clientSecret: client_secret,
    callbackURL: redirect_uri,
    scope: ['email', 'profile', 'spaces'],
    // Makes a state and compares it, for which it needs a session.
    state: true,
  };
  const verify = (access_token: string, refresh_token: string, _profile: object, done: VerifyCallback) =>
    done(null, { access_token, refresh_token });
  const strategy = new OAuth2Strategy(options, verify);
  // It is required, and the library does not send it.
  strategy.authorizationParams = () => ({ access_type: 'offline' });
  return strategy;
}
