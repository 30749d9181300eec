import { decimal, percent } from './format.ts'

/** A day's first orders are many times those of a quiet hour: an exact figure would say nothing. */
const maxShare = 9.99

/** `4,3 %`, `10 %`, `mais de 10 vezes`: a tenth says nothing beside ten. `share` of 1, not negative. */
export function changeSize(share: number): string {
  if (share > maxShare) return 'mais de 10\u00a0vezes'
  return Math.round(share * 1_000) < 100 ? `${decimal(share * 100, 1)}\u00a0%` : percent(share, 0)
}
