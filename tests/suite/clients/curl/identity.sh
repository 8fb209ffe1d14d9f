# Log in with a password.
tokens=$(curl -fsS "$AUTH/oauth2/access_token" \
  -d grant_type=password \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET" \
  --data-urlencode "username=$USER_NAME" \
  --data-urlencode "password=$PASSWORD" \
  --data-urlencode "scope=email profile spaces")
token() { printf %s "$tokens" | tr -d '\n' | sed -nE "s/.*\"$1\": *\"([^\"]*)\".*/\1/p"; }

# Refresh the tokens, before the hour is over.
tokens=$(curl -fsS "$AUTH/oauth2/access_token" \
  -d grant_type=refresh_token \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "client_secret=$CLIENT_SECRET" \
  --data-urlencode "refresh_token=$(token refresh_token)")

# Look up the user.
curl -fsSG "$AUTH/api/1.0/id_token/get_token_info" --data-urlencode "id_token=$(token id_token)"

# Sign out.
curl -fsS "$AUTH/oauth2/revoke_token" \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode "refresh_token=$(token refresh_token)"
