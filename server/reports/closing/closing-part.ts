import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'

/** Tables of closed days that one room of the reports keeps. */
export interface ClosingPart {
  readonly name: string
  /**
   * Deletes and writes anew, set-based, what the tables say of these days of the store. Days ascend
   * and are of one calendar month; months come in order when a past is closed, in any order when old
   * days have changed.
   */
  close(tx: Transaction<Cell>, storeId: string, days: readonly string[]): Promise<void>
}
