/** The measures that curves are drawn from. A row carries the first few; the others are 0. */
export const lineMeasures = ['orders', 'net', 'received', 'gross', 'sold'] as const
export type LineMeasure = (typeof lineMeasures)[number]

export const hoursOfDay: readonly number[] = Array.from({ length: 24 }, (_, index) => index)
