import { centsOfNumber } from '../decimal-price.ts'

/** A price as a page prints it. `foreign`: it names money of another country. In centavos. */
export type PagePrice = { readonly cents: number | null; readonly foreign?: true }

const foreign = /US\$|USD|U\$S|€|EUR|£|GBP|ARS|CLP|PYG|UYU|MXN|JPY|¥/i

/** `39.90`, `R$39,90`, `39.90 BRL`, `1,299.00`, `R$ 1.299,00`: the last sign of two kinds is the decimal one. */
export function pagePrice(value: unknown): PagePrice {
  if (typeof value === 'number') return { cents: centsOfNumber(value) }
  if (typeof value !== 'string') return { cents: null }
  if (foreign.test(value)) return { cents: null, foreign: true }
  const bare = value.replaceAll(/R\$|BRL|reais|[\s\u00A0\u202F]/gi, '')
  if (!/^\d[\d.,]*$/.test(bare) || bare.length > 20) return { cents: null }
  const reais = decimalOf(bare)
  return { cents: reais === null ? null : centsOfNumber(reais) }
}

function decimalOf(text: string): number | null {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return Number(text)
  const [whole, after, sign] = [text.slice(0, last), text.slice(last + 1), text[last] ?? '']
  const other = sign === '.' ? ',' : '.'
  const groups = whole.split(sign)
  // 1.234.567 or 1,234: one kind of sign that parts thousands. schema.org's own decimal sign is the point.
  const thousands = !whole.includes(other) && after.length === 3 && (groups.length > 1 || sign === ',')
  if (thousands)
    return groups.slice(1).every((group) => group.length === 3) ? Number(text.replaceAll(sign, '')) : null
  if (groups.length > 1) return null
  const inside = whole.split(other)
  if (inside.slice(1).some((group) => group.length !== 3)) return null
  return Number(`${inside.join('')}.${after || '0'}`)
}
