export type Loose = Readonly<Record<string, unknown>>

export const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const recordOf = (value: unknown): Loose => (isLoose(value) ? value : {})
/** The structures of a list; its bare words are named by catalogue-unread.ts. */
export const listOf = (value: unknown): readonly Loose[] =>
  Array.isArray(value) ? value.filter((one) => isLoose(one)) : []
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const namesOf = (parts: readonly Loose[]): readonly string[] =>
  parts.map(({ name }) => textOf(name)).filter((name) => name !== '')

/** In centavos. Null: no amount that a menu can have. */
export function centsOf(price: unknown): number | null {
  const { value } = recordOf(price)
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e8
    ? Math.round(value * 100)
    : null
}

/** A part without a price costs nothing more. */
export const extraCentsOf = (price: unknown): number | null => (price === undefined ? 0 : centsOf(price))
