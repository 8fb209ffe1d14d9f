/** Where numbers come from: what the numbers of one area have in common. */
export interface Area {
  readonly country: string;
  readonly type: 'local' | 'tollfree';
  /** Between the plus sign and the last digits. */
  readonly prefix: string;
  /** The last digits of the first number. */
  readonly first: string;
  readonly count: number;
  /** How the number is written in its country, given its last digits. */
  readonly domestic: (last: string) => string;
  readonly city: string;
  readonly region: string;
  readonly postalCodes: readonly [string, string];
  readonly latitude: string;
  readonly longitude: string;
  readonly lata?: string;
  readonly rateCenter?: string;
  readonly monthlyCost: string;
}

type Place = readonly [
  npa: string,
  city: string,
  region: string,
  postalCode: string,
  anotherOne: string,
  latitude: string,
  longitude: string,
  lata: string,
];

const unitedStates: readonly Place[] = [
  ['201', 'Jersey City', 'NJ', '07302', '07306', '40.7178', '-74.0431', '224'],
  ['212', 'New York', 'NY', '10001', '10018', '40.7506', '-73.9972', '132'],
  ['213', 'Los Angeles', 'CA', '90012', '90017', '34.0522', '-118.2437', '730'],
  ['305', 'Miami', 'FL', '33131', '33137', '25.7617', '-80.1918', '460'],
  ['312', 'Chicago', 'IL', '60601', '60607', '41.8858', '-87.6181', '358'],
  ['404', 'Atlanta', 'GA', '30303', '30308', '33.7490', '-84.3880', '438'],
  ['415', 'San Francisco', 'CA', '94103', '94110', '37.7749', '-122.4194', '722'],
  ['503', 'Portland', 'OR', '97204', '97209', '45.5152', '-122.6784', '672'],
  ['512', 'Austin', 'TX', '78701', '78704', '30.2672', '-97.7431', '558'],
  ['602', 'Phoenix', 'AZ', '85003', '85007', '33.4484', '-112.0740', '666'],
  ['617', 'Boston', 'MA', '02108', '02116', '42.3601', '-71.0589', '128'],
  ['713', 'Houston', 'TX', '77002', '77006', '29.7604', '-95.3698', '560'],
];

const canada: readonly Place[] = [
  ['416', 'Toronto', 'ON', 'M5H 2N2', 'M5V 3L9', '43.6532', '-79.3832', '888'],
  ['514', 'Montreal', 'QC', 'H2Y 1C6', 'H3B 2Y5', '45.5019', '-73.5674', '888'],
  ['604', 'Vancouver', 'BC', 'V6B 1A1', 'V6E 4M3', '49.2827', '-123.1207', '888'],
  ['403', 'Calgary', 'AB', 'T2P 1J9', 'T2R 0E3', '51.0447', '-114.0719', '888'],
];

/** Toll-free codes, each with the place where it is sold. */
const tollfreeCodes = ['800', '833', '844', '855'];

/** Numbers of the range 555-0100 to 0199, which North America reserves for examples. */
function northAmerican(country: string, type: Area['type'], place: Place, count: number, cost: string): Area {
  const [npa, city, region, postalCode, anotherOne, latitude, longitude, lata] = place;
  return {
    country,
    type,
    prefix: `1${npa}555`,
    first: '0100',
    count,
    domestic: (last) => `(${npa}) 555-${last}`,
    city,
    region,
    postalCodes: [postalCode, anotherOne],
    latitude,
    longitude,
    lata,
    rateCenter: city.toUpperCase().replaceAll(' ', ''),
    monthlyCost: cost,
  };
}

/** Numbers that Ofcom reserves for drama. */
const britain: readonly Area[] = [
  {
    country: 'GB',
    type: 'local',
    prefix: '44207946',
    first: '0100',
    count: 30,
    domestic: (last) => `020 7946 ${last}`,
    city: 'London',
    region: 'London',
    postalCodes: ['EC1A 1BB', 'SW1A 1AA'],
    latitude: '51.5072',
    longitude: '-0.1276',
    monthlyCost: '2.00',
  },
  {
    country: 'GB',
    type: 'local',
    prefix: '44161496',
    first: '0100',
    count: 20,
    domestic: (last) => `0161 496 ${last}`,
    city: 'Manchester',
    region: 'Greater Manchester',
    postalCodes: ['M1 1AE', 'M2 5DB'],
    latitude: '53.4808',
    longitude: '-2.2426',
    monthlyCost: '1.80',
  },
  {
    country: 'GB',
    type: 'tollfree',
    prefix: '448081570',
    first: '100',
    count: 12,
    domestic: (last) => `0808 157 0${last}`,
    city: 'London',
    region: 'London',
    postalCodes: ['EC1A 1BB', 'SW1A 1AA'],
    latitude: '51.5072',
    longitude: '-0.1276',
    monthlyCost: '3.50',
  },
];

const croatia: readonly Area[] = [
  ['Zagreb', 'Grad Zagreb', '1', '10000', '10020', '45.8150', '15.9819'],
  ['Split', 'Splitsko-dalmatinska', '21', '21000', '21104', '43.5081', '16.4402'],
].map(([city = '', region = '', code = '', one = '', other = '', latitude = '', longitude = '']) => ({
  country: 'HR',
  type: 'local',
  prefix: `385${code}555`,
  first: '0100',
  count: 15,
  domestic: (last) => `0${code} 555 ${last}`,
  city,
  region,
  postalCodes: [one, other],
  latitude,
  longitude,
  monthlyCost: '3.00',
}));

/** Every area with numbers in stock. Croatia has no toll-free ones: its list is empty. */
export const areas: readonly Area[] = [
  ...unitedStates.map((place, nth) => northAmerican('US', 'local', place, 20, (1 + nth / 4).toFixed(2))),
  ...unitedStates
    .slice(0, tollfreeCodes.length)
    .map(([, ...place], nth) =>
      northAmerican('US', 'tollfree', [tollfreeCodes[nth] ?? '', ...place], 15, '2.00'),
    ),
  ...canada.map((place) => northAmerican('CA', 'local', place, 15, '1.75')),
  northAmerican('CA', 'tollfree', ['866', ...tail(canada)], 10, '2.25'),
  ...britain,
  ...croatia,
];

function tail([first]: readonly Place[]) {
  if (first === undefined) throw new Error('An area needs a place');
  const [, ...place] = first;
  return place;
}
