import * as z from 'zod/mini'

const basisPoints = (most: number, words: string) =>
  z
    .int('Informe uma porcentagem, como 12 ou 3,2.')
    .check(z.gte(0, 'Não pode ser negativa.'), z.lte(most, words))
/** What the marketplace keeps of an order, in hundredths of a percent: estimates until its payouts tell. */
export const channelFees = z.strictObject({
  commissionBps: basisPoints(4_000, 'A comissão pode ter até 40\u00a0%.'),
  paymentFeeBps: basisPoints(1_000, 'A taxa pode ter até 10\u00a0%.'),
})
export type ChannelFees = z.output<typeof channelFees>
