/** Decimal reais as a partner sends them. Null: no price, or none that a menu can have. */
export function centsOfDecimal(value: unknown): number | null {
  if (typeof value === 'number') return centsOfNumber(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return /^\d{1,8}(?:\.\d{1,20})?$/.test(text) ? centsOfNumber(Number(text)) : null
}

/** Reais as a number, half up to centavos by the fifteen digits that a spreadsheet counts with. Null: no price. */
export function centsOfNumber(reais: number): number | null {
  if (!Number.isFinite(reais) || reais < 0 || reais >= 1e8) return null
  const decimal = Number(reais.toPrecision(15))
  return decimal < 1e-6 ? 0 : Math.round(Number(`${decimal}e2`))
}
