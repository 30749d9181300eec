import type { Logger } from 'pino'
import type { Databases } from './db/connections/pools.ts'
import type { Env } from './env.ts'
import type { OrderListeners } from './order-moved.ts'

/**
 * What a room may use. Nothing else reads the clock, the environment or the network. A room that offers something to
 * the others adds it here beside its declaration (`declare module`), so that nothing below imports a room.
 */
export interface Deps extends Databases {
  readonly env: Env
  /** The same database over connections of their own. */
  readonly apart: { readonly reports: Databases; readonly jobs: Databases }
  readonly log: Logger
  readonly orderListeners: OrderListeners
  now(): Date
}
