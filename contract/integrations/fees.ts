import * as z from 'zod/mini'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { channelType } from './integrations.ts'

const basisPoints = (most: number, words: string) =>
  z
    .int('Informe uma porcentagem, como 12 ou 3,2.')
    .check(z.gte(0, 'Não pode ser negativa.'), z.lte(most, words))

/** What a contract with a marketplace says, while it holds. */
export const channelFees = z.strictObject({
  /** Of an order, in hundredths of a percent. */
  commissionBps: basisPoints(4_000, 'A comissão pode ter até 40\u00a0%.'),
  /** Of what the customer pays in the marketplace's app, in hundredths of a percent. */
  paymentFeeBps: basisPoints(1_000, 'A taxa pode ter até 10\u00a0%.'),
  /** Centavos a month, however much is sold. */
  monthlyFeeCents: z
    .int('Informe um valor em reais.')
    .check(
      z.gte(0, 'Não pode ser negativa.'),
      z.lte(1_000_000, 'A mensalidade pode ter até R$\u00a010.000.'),
    ),
  /** It forbids prices above those of the store's other channels. */
  samePrices: z.boolean(),
})
export type ChannelFees = z.output<typeof channelFees>

const feeContract = z.strictObject({
  ...channelFees.shape,
  /** The first business day whose orders it estimates; null: before contracts had days. */
  fromDay: z.nullable(dayText),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(instant),
})
export type FeeContract = z.output<typeof feeContract>

const channelFeesView = z.strictObject({
  type: z.string(),
  /** Of the list as a whole. */
  version: z.int(),
  /** The running business day. */
  today: dayText,
  /** Newest first. The first one that has begun holds now. */
  contracts: z.array(feeContract),
  /** What the last 30 ended business days cost; null: nothing was sold there. */
  lastDays: z.nullable(
    z.strictObject({
      /** Net of the store's discounts and of refunds, in centavos. */
      salesCents: z.int(),
      /** Commission and payment fee, as estimated order by order or paid out. */
      feesCents: z.int(),
      /** The monthly fee that holds now. */
      monthlyFeeCents: z.int(),
    }),
  ),
})
export type ChannelFeesView = z.output<typeof channelFeesView>

export const readChannelFees = route({
  name: 'readChannelFees',
  method: 'GET',
  path: '/integrations/fees/mine',
  summary: 'The fee contracts with one marketplace, each with its first day, and what it cost lately',
  access: { kind: 'store', role: 'owner' },
  query: z.strictObject({ type: channelType }),
  reply: channelFeesView,
  errors: ['store/not-found', 'integration/unknown-type', 'integration/not-connected'],
})

/** One that begins on the same day is replaced. Orders that were taken keep their estimate. */
export const saveChannelFees = route({
  name: 'saveChannelFees',
  method: 'PUT',
  path: '/integrations/fees/mine',
  summary: 'A fee contract from today or a later day on; a stale version gets 409',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: false,
  body: z.strictObject({ type: channelType, fromDay: givenDay, fees: channelFees, version: seenRevision() }),
  reply: channelFeesView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/not-connected',
    'integration/fees-begun',
    'integration/stale-fees',
  ],
})

export const removeChannelFees = route({
  name: 'removeChannelFees',
  method: 'DELETE',
  path: '/integrations/fees/mine',
  summary: 'Takes back a fee contract that has not begun; a stale version gets 409',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: false,
  query: z.strictObject({
    type: channelType,
    fromDay: givenDay,
    version: z.string().check(z.regex(/^\d{1,9}$/, 'Falta a versão.')),
  }),
  reply: channelFeesView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/not-connected',
    'integration/fees-begun',
    'integration/stale-fees',
  ],
})
