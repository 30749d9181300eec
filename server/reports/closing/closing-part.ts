import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'

/** The tables of closed days that one room of the reports writes. */
export interface ClosingPart {
  readonly name: string
  /**
   * Rewrites the tables for these days of the store, set-based. The days ascend and belong to one calendar
   * month. Months come in order when a past is closed, in any order when old days have changed.
   */
  close(tx: Transaction<Cell>, storeId: string, days: readonly string[]): Promise<void>
}
