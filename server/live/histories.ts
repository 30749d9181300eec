import type { Logger } from 'pino'
import { isShut } from '../db/connections/pool.ts'
import { readHistoryId } from '../db/history-id.ts'
import type { Cells } from '../db/tables.ts'

/** Which history each cell continues: the numbers of its streams belong to it. */
export class Histories {
  private readonly cells: Cells
  private readonly log: Logger
  private ids: readonly string[] = []

  constructor({ cells, log }: { readonly cells: Cells; readonly log: Logger }) {
    this.cells = cells
    this.log = log
  }

  /** Of all cells together, as positions carry it. */
  get id(): string {
    return this.ids.join()
  }

  /** True: a cell continues another history than at the last look. */
  async follow(): Promise<boolean> {
    const read = await Promise.allSettled(this.cells.all.map((cell) => readHistoryId(cell)))
    const failed = read.filter((one) => one.status === 'rejected')
    const [first] = failed
    if (first && failed.length === read.length) throw first.reason
    const former = this.ids
    // A cell that does not answer keeps no other's streams waiting.
    this.ids = read.map((one, cell) => (one.status === 'fulfilled' ? one.value : (former[cell] ?? '')))
    for (const { reason } of failed)
      if (!isShut(reason)) this.log.warn({ err: reason as unknown }, 'a cell’s history could not be read')
    const isOther = this.ids.some((id, cell) => Boolean(former[cell]) && former[cell] !== id)
    if (isOther)
      this.log.warn(
        { former, ids: this.ids },
        'the database continues another history; all streams start again',
      )
    return isOther
  }
}
