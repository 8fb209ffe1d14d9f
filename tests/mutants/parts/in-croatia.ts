/** The settings that ask for numbers of Croatia: of these none is toll-free, and none has an area code. */
export const inCroatia = {
  TARGET_NUMBER_COUNTRY: 'HR',
  TARGET_AREA_CODE: '',
  TARGET_REGION: 'Grad Zagreb',
  TARGET_POSTAL_CODE: '10000',
} as const;
