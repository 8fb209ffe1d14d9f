# Start a recording of a live call, and end it.
curl -fsS -u "$ACCOUNT:$TOKEN" -d Record=true "$API/v2/Accounts/$ACCOUNT/Calls/$CALL/Recordings.json"
curl -fsS -u "$ACCOUNT:$TOKEN" -d Record=false "$API/v2/Accounts/$ACCOUNT/Calls/$CALL/Recordings.json"

# List toll-free numbers.
curl -fsS -u "$ACCOUNT:$TOKEN" "$API/v2/Accounts/$ACCOUNT/AvailablePhoneNumbers/US/Tollfree.json?PageSize=1"
