# Who the user of an access token is.
curl -fsS -H "Authorization: Bearer $ACCESS_TOKEN" "$BASE/api/users/me"

# Let a guest in.
curl -fsS -d "displayname=Guest" "$BASE/api/anonymous/auth"
