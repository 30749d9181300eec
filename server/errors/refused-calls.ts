import { EventEmitter } from 'node:events'

/** A webhook that was refused unread: its partner may not send it again. */
export interface RefusedCall {
  /** The name of a marketplace, or `whatsapp-` and the way of the line. */
  readonly partner: string
  /** `size`: larger than the limit. `form`: not as the partner publishes. */
  readonly cause: 'size' | 'form'
  /** Null: nothing that could be read names the store. */
  readonly storeId: string | null
}

export const refusedCalls = new EventEmitter<{ refused: [RefusedCall] }>()
