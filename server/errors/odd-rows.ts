import { EventEmitter } from 'node:events'

/** A stored row that its reply could not carry as it was. */
export interface OddRow {
  readonly kind:
    | 'order'
    | 'history'
    | 'dispute'
    | 'review'
    | 'document'
    | 'conversation'
    | 'store'
    | 'special-day'
    | 'channel'
    | 'modifier'
    | 'menu'
    | 'notice-choices'
    | 'message'
    | 'erasure'
  readonly storeId: string | null
  readonly id: string
  /** False: it could not be shown at all. */
  readonly shown: boolean
}

/** Told once a row and process: every board of a store reads the same row each minute. */
const told = new Set<string>()
const maxRemembered = 10_000

export const oddRows = new EventEmitter<{ found: [OddRow] }>()

export function reportOddRow(row: OddRow): void {
  const key = `${row.kind} ${row.id} ${String(row.shown)}`
  if (told.has(key) || told.size >= maxRemembered) return
  told.add(key)
  oddRows.emit('found', row)
}
