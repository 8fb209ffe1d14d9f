import { type Area, areas } from './areas.ts';

/** A number in stock: the data that its JSON is made from. Unknown fields are absent. */
export interface StockNumber {
  readonly phoneNumber: string;
  readonly friendlyName: string;
  readonly countryCode: string;
  /** The area code and the exchange; numbers outside country code 1 have none. */
  readonly npa?: string;
  readonly exchange?: string;
  readonly lata?: string;
  readonly rateCenter?: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly type: 'local' | 'tollfree';
  readonly monthlyCost: string;
  readonly sms: boolean;
  readonly forwardedFrom: boolean;
}

/** The numbers of a stock. */
export type Numbers = readonly StockNumber[];

const countryCodes: Readonly<Record<string, string>> = { US: '1', CA: '1', GB: '44', HR: '385' };

/**
 * The stock: always the same numbers in the same order. The areas of a country take turns, so a single page already
 * shows several of them.
 */
export const stock: Numbers = Array.from({ length: Math.max(...areas.map(({ count }) => count)) }, (_, nth) =>
  areas.filter(({ count }) => nth < count).map((area) => numberOf(area, nth)),
).flat();

function numberOf(area: Area, nth: number): StockNumber {
  const { prefix, first, country, lata, rateCenter } = area;
  const last = String(Number(first) + nth).padStart(first.length, '0');
  const countryCode = countryCodes[country] ?? '';
  const isNorthAmerican = countryCode === '1';
  return {
    phoneNumber: `+${prefix}${last}`,
    friendlyName: area.domestic(last),
    countryCode: `+${countryCode}`,
    ...(isNorthAmerican && { npa: prefix.slice(1, 4), exchange: prefix.slice(4, 7) }),
    ...(lata !== undefined && { lata }),
    ...(rateCenter !== undefined && { rateCenter }),
    latitude: area.latitude,
    longitude: area.longitude,
    city: area.city,
    region: area.region,
    postalCode: area.postalCodes[nth % 2 === 0 ? 0 : 1],
    country,
    type: area.type,
    monthlyCost: area.monthlyCost,
    sms: nth % 3 !== 0,
    forwardedFrom: nth % 4 !== 0,
  };
}
