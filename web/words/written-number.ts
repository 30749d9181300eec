/**
 * A number as `Intl` writes it in pt-BR: `1.234,5`, halves away from zero, by the digits that people see (1,005 is
 * 1,01). Written here since the first `Intl` of any kind in a fresh browser takes a phone a sixth of a second, and a
 * first visit waits for it (docs/adr/0014-first-visit.md).
 *
 * @param least digits behind the comma at least, `most` at most; `shift` moves the comma to the right first.
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

/** All digits, of which the last `most` stand behind the comma. Taken from the number's text: a product has its own digits. */
function rounded(size: number, most: number, shift: number): string {
  // Below a millionth the text is another, and no figure is.
  const [whole = '', behind = ''] = (size < 1e-6 ? '0' : String(size)).split('.')
  const kept = whole.length + shift + most
  const digits = `${'0'.repeat(Math.max(0, -kept))}${whole}${behind}`.padEnd(kept + 1, '0')
  const from = Math.max(0, kept)
  const up = Number(digits[from]) >= 5 ? 1n : 0n
  return (BigInt(digits.slice(0, from)) + up).toString().padStart(most + 1, '0')
}
