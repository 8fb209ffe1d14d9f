import type { Numbers, StockNumber } from '../numbers.ts';

/** A country and a type of number. */
interface Place {
  readonly country: string;
  readonly type: 'local' | 'tollfree';
}

const types: Readonly<Record<string, Place['type']>> = { Local: 'local', Tollfree: 'tollfree' };

/** GET .../AvailablePhoneNumbers/...: which numbers are listed, and what each looks like. */
export const numberRules = {
  /**
   * TEL-092, TEL-174, TEL-175, TEL-176, TEL-177, TEL-178, TEL-179, TEL-211: the path names a
   * country by two letters, and Local or Tollfree; both are required.
   */
  placeOf: (country: string | undefined, type: string | undefined): Place | undefined => {
    const kind = Object.hasOwn(types, type ?? '') ? types[type ?? ''] : undefined;
    const isPlace = /^[A-Z]{2}$/i.test(country ?? '') && kind !== undefined;
    return isPlace ? { country: String(country).toUpperCase(), type: kind } : undefined;
  },

  /** TEL-093, TEL-183: the version in the path is v2. */
  isVersion: (version: string | undefined): boolean => version === 'v2',

  /** TEL-141: the numbers are of the country in the path. */
  isOfCountry: (number: StockNumber, country: string): boolean => number.country === country,

  /** TEL-142, TEL-143: the numbers are of the type in the path. */
  isOfType: (number: StockNumber, type: string): boolean => number.type === type,

  /** TEL-167: Contains. */
  contains: (number: StockNumber, characters: string): boolean => number.phoneNumber.includes(characters),

  /** TEL-168, TEL-173: AreaCode; a number outside North America has none. */
  inAreaCode: (number: StockNumber, code: string): boolean => number.npa === code,

  /** TEL-169: InRegion, in any letter case. */
  inRegion: (number: StockNumber, region: string): boolean =>
    number.region.toLowerCase() === region.toLowerCase(),

  /** TEL-170: InPostalCode. */
  inPostalCode: (number: StockNumber, code: string): boolean => number.postalCode === code,

  /** TEL-171, TEL-172, TEL-203: a number meets all the filters of the request. */
  meets: (verdicts: readonly boolean[]): boolean => verdicts.every(Boolean),

  /** TEL-184: a single number cannot be requested. */
  singleNumber: (_numbers: Numbers, _phoneNumber: string | undefined): StockNumber | undefined => undefined,

  /** TEL-106 to TEL-140: a number, with every field that is known for it. */
  availableNumber: (number: StockNumber): Record<string, unknown> => ({
    phone_number: number.phoneNumber,
    friendly_name: number.friendlyName,
    ...(number.lata !== undefined && { lata: number.lata }),
    ...(number.rateCenter !== undefined && { rate_center: number.rateCenter }),
    latitude: number.latitude,
    longitude: number.longitude,
    country_code: number.countryCode,
    ...(number.npa !== undefined && { npa: number.npa }),
    ...(number.exchange !== undefined && { exchange: number.exchange }),
    city: number.city,
    region: number.region,
    postal_code: number.postalCode,
    iso_country: number.country,
    type: number.type,
    setup_cost: '0.50',
    monthly_cost: number.monthlyCost,
    per_minute_cost: '0.015',
    voice_enabled: 'true',
    sms_enabled: String(number.sms),
    supports_forwarded_from: String(number.forwardedFrom),
    unblock_support: 'false',
  }),
};
