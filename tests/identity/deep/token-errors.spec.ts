import { grantsTokens } from '../../support/interface/answers.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { control, deep, judge, test } from '../../support/test.ts';

const scope = 'email profile spaces';

test(
  'no grant is empty, another one of OAuth, or nearly one of the three',
  deep('IDN-058', 'IDN-059'),
  async ({ identity, client, user }) => {
    const grant = (grant_type: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type, ...client, ...user, scope } });
    const isGranted = () => control(grant('password'), grantsTokens, 'IDN-038');
    await isGranted();

    await judge('IDN-058', () => expectRefusals([''], grant, isGranted, IN_A_ROW));
    const others = [
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'Password',
      'passwor',
      'password-not',
    ];
    await judge('IDN-059', () => expectRefusals(others, grant, isGranted, IN_A_ROW));
  },
);
