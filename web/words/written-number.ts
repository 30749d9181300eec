/**
 * A number as `Intl` writes it in pt-BR: `1.234,5`, rounding half away from zero by its decimal digits (1,005
 * becomes 1,01). Hand-written because the first `Intl` use in a fresh browser takes a phone a sixth of a
 * second, which delays a first visit (docs/adr/0014-first-visit.md).
 *
 * @param least minimum number of decimals, `most` the maximum; `shift` first moves the decimal comma to the
 * right.
 */
export function writtenNumber(value: number, least: number, most: number, shift = 0): string {
  if (!(Math.abs(value) < 1e21)) return value.toLocaleString('pt-BR')
  const digits = rounded(Math.abs(value), most, shift)
  const whole = digits.slice(0, digits.length - most)
  let behind = digits.slice(digits.length - most)
  while (behind.length > least && behind.endsWith('0')) behind = behind.slice(0, -1)
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')}${behind === '' ? '' : `,${behind}`}`
}

/**
 * All digits, the last `most` of them decimals. Works on the number's text, because multiplying would change
 * digits.
 */
function rounded(size: number, most: number, shift: number): string {
  // Numbers below a millionth use exponent notation, and no figure is that small.
  const [whole = '', behind = ''] = (size < 1e-6 ? '0' : String(size)).split('.')
  const pointIndex = whole.length + shift + most
  const digits = `${'0'.repeat(Math.max(0, -pointIndex))}${whole}${behind}`.padEnd(pointIndex + 1, '0')
  const from = Math.max(0, pointIndex)
  const up = Number(digits[from]) >= 5 ? 1n : 0n
  return (BigInt(digits.slice(0, from)) + up).toString().padStart(most + 1, '0')
}
