/**
 * The address that dials. A marketplace's relay number includes its code, `0800 000 0000 (código 123)`, to be
 * entered after the call is answered.
 */
export const phoneLink = (phone: string): string =>
  `tel:${phone.replace(/\(código.*/, '').replaceAll(/[^\d+]/g, '')}`
