import type { User } from '../state.ts';

type Shape = Record<string, unknown>;

/** GET /api/users/me: the current user, part by part. */
export const currentUserRules = {
  /** COL-013, COL-063, COL-067: the permission groups of a user of this kind, whatever the scopes. */
  permissions: (user: User, _scopes: readonly string[]): readonly string[] =>
    ({
      admin: ['USERSELF_PERMISSION_GROUP', 'IT_ADMIN_PERMISSION_GROUP', 'CUSTOMERSERVICE_PERMISSION_GROUP'],
      member: ['USERSELF_PERMISSION_GROUP'],
      guest: [],
    })[user.kind],

  /** COL-004 to COL-011, COL-047: a name in its parts. */
  personName: (user: User): Shape => ({
    familyname: user.familyname,
    formatted: user.displayname,
    givenname: user.givenname,
    honorific_prefix: '',
    honorific_suffix: '',
    middlename: '',
    pronunciation: '',
    pronunciation_url: '',
  }),

  /** COL-026 to COL-030: the e-mail addresses. */
  emails: (user: User): readonly Shape[] => [
    { value: user.username, type: 'work', primary: true, label: 'Work', relationdef_id: 'rd-employee' },
    { value: `home.${user.username}`, type: 'home', primary: false, label: '', relationdef_id: 'rd-person' },
  ],

  /** COL-032, COL-033: the languages; the first is the primary one. */
  languages: (user: User): readonly Shape[] =>
    user.languages.map((code, nth) => ({ code, primary: nth === 0 })),

  /** COL-035 to COL-040: the licences. */
  licenses: (user: User): readonly Shape[] => [
    {
      service_type: `collaboration_${user.kind}`,
      product_type: 'collaboration',
      parent_type: 'company',
      expiration: '2036-03-31T22:00:00.000Z',
      trial: user.kind === 'guest',
      purchased_license_ndbid: `ds-license-${user.kind}`,
    },
  ],

  /** COL-042 to COL-045: the relations to other entities. */
  relationGraphs: (user: User): readonly Shape[] => [
    {
      relationdef_id: 'rd-employee',
      initiator_id: user.company,
      initiator_type: 'company',
      relation_type: user.kind === 'guest' ? 'guest' : 'employee',
    },
  ],

  /** COL-024, COL-051, IDN-113: where the picture of a user is. */
  pictureUrl: (user: User, baseUrl: string): string => `${baseUrl}/pictures/${user.id}.png`,

  /** COL-023: a time as the collaboration API writes it. */
  timestamp: (time: number): string => new Date(time).toISOString(),

  /** COL-048 to COL-053: the public side of a user. */
  profile: (user: User, name: Shape, picture: string): Shape => ({
    name,
    displayname: user.displayname,
    username: user.username,
    phone_numbers: [],
    picture_url: picture,
    addresses: [],
    gender: user.gender,
  }),

  /** COL-001 to COL-046: the current user, put together from its parts. */
  currentUser: (user: User, parts: Shape): Shape => ({
    _id: user.id,
    ndbid: user.ndbid,
    aType: 'user',
    username: user.username,
    displayname: user.displayname,
    phone_numbers: [],
    addresses: [],
    gender: user.gender,
    timezone: user.timezone,
    picturefile: `pictures/${user.id}`,
    ...parts,
  }),
};
