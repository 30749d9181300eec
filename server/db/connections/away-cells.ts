import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import type { CellAddress } from '../../env-cells.ts'
import { isCellAway, migrateCell } from '../schema/migrate-every.ts'

/**
 * Cells that did not answer when the process started. The others serve; these are tried again until they answer, get their
 * migrations, and let their callers in.
 */
export interface AwayCells {
  readonly names: () => readonly string[]
  readonly note: (cell: CellAddress, error: unknown) => void
  /** Begins to try; `admit` lets the callers of a cell in that has its migrations. */
  follow(admit: (name: string) => Promise<void>): void
  stop(): Promise<void>
}

const firstPauseMs = 1_000
const maxPauseMs = 30_000

export function createAwayCells(log: Logger): AwayCells {
  const away = new Map<string, CellAddress>()
  const stopping = new AbortController()
  let trying: readonly Promise<void>[] = []

  const follow = async (cell: CellAddress, admit: (name: string) => Promise<void>): Promise<void> => {
    let said: string | null = null
    for (let failures = 0; away.has(cell.name); failures += 1) {
      await wait(doubledMs(firstPauseMs, failures, maxPauseMs), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      try {
        const applied = await migrateCell(cell)
        await admit(cell.name)
        away.delete(cell.name)
        log.info(
          { cell: cell.name, applied },
          'the cell answers and has its migrations; its stores are served',
        )
      } catch (error) {
        const words = wordsOf(error)
        // It answers, and cannot be used as it is: that is new, and for the operator.
        if (!isCellAway(error) && words !== said)
          log.error({ cell: cell.name, problem: words }, 'the cell answers, but cannot be used')
        said = words
      }
    }
  }
  return {
    names: () => [...away.keys()].toSorted(),
    note: (cell, error) => {
      away.set(cell.name, cell)
      log.error(
        { cell: cell.name, problem: wordsOf(error) },
        'the cell does not answer; the others are served, and this one is tried again',
      )
    },
    follow: (admit) => {
      trying = [...away.values()].map((cell) => follow(cell, admit))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(trying)
    },
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
