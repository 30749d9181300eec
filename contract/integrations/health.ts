import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'

/** What the server asks a marketplace for; each one has its own health. */
export const channelOperations = [
  'polling',
  'acknowledgment',
  'order',
  'action',
  'status',
  'pause',
  'hours',
  'catalogue',
  'reviews',
  'ledger',
  'dispute',
] as const
export type ChannelOperation = (typeof channelOperations)[number]

const operationHealth = z.strictObject({
  operation: z.enum(channelOperations),
  okAt: z.nullable(instant),
  failedAt: z.nullable(instant),
  /** pt-BR reason of the last failure, also after a later success. */
  failure: z.nullable(z.string()),
  failuresLastHour: z.int(),
  failing: z.boolean(),
})
export type OperationHealth = z.output<typeof operationHealth>

export const merchantHealth = z.strictObject({
  merchantId: z.string(),
  name: z.nullable(z.string()),
  primary: z.boolean(),
  /** The marketplace refuses our access to this merchant. */
  refused: z.boolean(),
  operations: z.array(operationHealth),
})
export type MerchantHealth = z.output<typeof merchantHealth>
