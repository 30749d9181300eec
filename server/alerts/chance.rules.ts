/**
 * How likely a count is where `mean` is usual. `excess`: how much more than by chance alone the count varies, as variance over the
 * squared mean; 0 is a Poisson count.
 */
export interface Usual {
  readonly mean: number
  readonly excess: number
}

/** Of `count` or fewer. */
export function chanceOfAtMost(count: number, { mean, excess }: Usual): number {
  if (count < 0) return 0
  if (mean <= 0) return 1
  const shape = 1 / Math.max(excess, minExcess)
  const step = mean / (shape + mean)
  let term = Math.exp(-shape * Math.log1p(mean / shape))
  let sum = term
  for (let k = 0; k < count; k += 1) {
    term *= ((k + shape) / (k + 1)) * step
    sum += term
  }
  return Math.min(1, sum)
}

/** Of `count` or more. */
export const chanceOfAtLeast = (count: number, usual: Usual): number => 1 - chanceOfAtMost(count - 1, usual)

/** Below it the two distributions are the same to the eighth digit. */
const minExcess = 1e-6
