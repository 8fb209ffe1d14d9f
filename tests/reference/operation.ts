/** The operations by their names in the documents; login and unknown are in none of them. */
export type Operation =
  | 'authorize'
  | 'login'
  | 'confirmAuthorization'
  | 'exchangeToken'
  | 'revokeToken'
  | 'getTokenInfo'
  | 'getCurrentUser'
  | 'loginAnonymously'
  | 'recordCall'
  | 'listAvailableNumbers'
  | 'unknown';
