/** When each test file begins (scripts/testing/given-world.ts). Only `scripts/at-moments.ts` gives other moments. */
export const givenMoment = new Date(process.env.BALCAO_TEST_MOMENT ?? '2026-11-25T12:00:00-03:00')
