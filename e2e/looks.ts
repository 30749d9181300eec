/**
 * Of a list of looks (widths and themes) the first and the last: wide and light, narrow and dark. All of them with
 * `npm test -- --every-look`: each look opens every screen and takes as long as ten other tests.
 */
export const looksOfThisRun = <T>(every: readonly T[]): readonly T[] =>
  process.env.EVERY_LOOK === '1'
    ? every
    : every.filter((_, index) => index === 0 || index === every.length - 1)
