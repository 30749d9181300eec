import { statfs } from 'node:fs/promises'
import { exhaustedSince } from '../../db/connections/exhaustion.ts'
import { databaseAnswers, databaseState } from '../../db/connections/ping.ts'
import type { Deps } from '../../deps.ts'

export interface Readiness {
  readonly ready: boolean
  /** Consumers of this process without progress. */
  readonly stalled?: readonly string[]
  readonly database?: 'full' | 'unavailable'
  /** Cells that have not answered since the start of the process, which serves the others and is ready. */
  readonly cellsAway?: readonly string[]
}

const keptMs = 1_000
const writeEveryMs = 10_000
/** A frozen database answers nothing at all, and a probe must know that soon. */
const deadlineMs = 900

type DatabaseAnswer = Readiness['database'] | null

/** Asks the database at most once a second, tries a write every ten, and always answers within a second. */
export function createReadiness(deps: Deps): () => Promise<Readiness> {
  let askedAt = -Infinity
  let wroteAt = -Infinity
  let answer: Promise<DatabaseAnswer> = Promise.resolve(null)
  const ask = async (): Promise<DatabaseAnswer> => {
    const now = performance.now()
    // While it is full every look tries, so that the process is ready as soon as there is space.
    if (exhaustedSince() === null && now - wroteAt < writeEveryMs)
      return (await databaseAnswers(deps.directory)) ? null : 'unavailable'
    const state = await databaseState(deps.directory, deps.now())
    if (state === 'writable') wroteAt = now
    return state === 'writable' ? null : state
  }
  return async () => {
    const now = performance.now()
    if (now - askedAt > keptMs) {
      askedAt = now
      answer = within(deadlineMs, ask())
    }
    const database = await answer
    const states = deps.worker()?.states() ?? []
    const stalled = states.filter((state) => state.stalled).map((state) => state.name)
    const cellsAway = deps.cells.away()
    return {
      ready: database === null && stalled.length === 0,
      ...(stalled.length > 0 ? { stalled } : {}),
      ...(database ? { database } : {}),
      ...(cellsAway.length > 0 ? { cellsAway } : {}),
    }
  }
}

function within(ms: number, asked: Promise<DatabaseAnswer>): Promise<DatabaseAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve('unavailable')
    }, ms)
    void asked.then((answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

const lookAtDiskEveryMs = 60_000
const warnBelow = 0.1

export interface DiskWatch {
  /** Free part of the disk that holds the private database, 0 to 1; null with a database elsewhere. */
  freePart(): Promise<number | null>
  stop(): void
}

/** Warns once when less than a tenth of the disk of the private database is free. */
export function watchDisk({ env, log }: Deps): DiskWatch {
  const folder = env.DATA_DIR
  let warned = false
  const freePart = async (): Promise<number | null> => {
    if (folder === undefined) return null
    const disk = await statfs(folder).catch(() => null)
    return disk && disk.blocks > 0 ? disk.bavail / disk.blocks : null
  }
  const look = async (): Promise<void> => {
    const free = await freePart()
    const low = free !== null && free < warnBelow
    if (low && !warned) log.warn({ folder, freePart: free }, 'less than a tenth of the disk is free')
    warned = low
  }
  const looking = setInterval(() => void look(), lookAtDiskEveryMs)
  looking.unref()
  void look()
  return {
    freePart,
    stop: () => {
      clearInterval(looking)
    },
  }
}
