import * as z from 'zod/mini'

/** Integer centavos, never negative: R$ 12,34 is 1234. At most R$ 10 million, far below int4. */
export const cents = z
  .int('Informe o valor em centavos, sem casas decimais.')
  .check(z.nonnegative('O valor não pode ser negativo.'), z.lte(1_000_000_000, 'O valor é alto demais.'))

/** Marketplaces send decimal reais; gateways convert them to centavos once. Half a centavo rounds away from zero. */
export function centsFromReais(reais: number): number {
  // 10.075 * 100 is 1007.4999999999999: fifteen digits are what a decimal keeps in a binary number.
  const cents = Number((Math.abs(reais) * 100).toPrecision(15))
  return Math.sign(reais) * Math.round(cents)
}

/** Parses `1.234,56`, `12,5` or `12`, with or without `R$`; null for anything else. */
export function centsTyped(text: string): number | null {
  const bare = text.replaceAll(/[R$\s\u00A0]/g, '')
  const parts = /^(\d{1,3}(?:\.\d{3})+|\d{1,8})(?:,(\d{1,2}))?$/.exec(bare)
  if (!parts) return null
  return Number((parts[1] ?? '').replaceAll('.', '')) * 100 + Number((parts[2] ?? '').padEnd(2, '0') || 0)
}

// Created lazily, because a browser's first `Intl` object is slow (docs/adr/0014-first-visit.md).
let real: Intl.NumberFormat | undefined

/** `R$ 1.234,56`, with a regular space. */
export function moneyText(cents: number): string {
  real ??= new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
  return real.format(cents / 100).replaceAll('\u00A0', ' ')
}

/** `R$ 1.234,56` for a sentence on a screen, where a line break must not part it: with a no-break space. */
export const moneyPhrase = (cents: number): string => moneyText(cents).replaceAll(' ', '\u00A0')
