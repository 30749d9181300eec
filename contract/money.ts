import * as z from 'zod/mini'

/** Integer centavos, never negative: R$ 12,34 is 1234. At most R$ 10 million, far below int4. */
export const cents = z
  .int('Informe o valor em centavos, sem casas decimais.')
  .check(z.nonnegative('O valor não pode ser negativo.'), z.lte(1_000_000_000, 'O valor é alto demais.'))

/** Partners speak decimal reais; the edge turns them into centavos once. */
export function centsFromReais(reais: number): number {
  return Math.round((reais + Number.EPSILON * Math.sign(reais)) * 100)
}
