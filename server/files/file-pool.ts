import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { ChildPool, type ChildLimits, type TaskChannel } from '../children/child-pool.ts'
import { AppError } from '../errors/app-error.ts'
import { Turns } from './turns.ts'
import { clipped, clippedCell, maxCellLetters } from './clip.rules.ts'
import type { FileAnswer, FileRequest, FileTask } from './file-child.ts'
import {
  plainCell,
  type FileFormat,
  type ReportCell,
  type ReportDocument,
  type ReportRow,
} from './report-document.ts'

export interface FileLimits extends Pick<ChildLimits, 'children' | 'maxWaiting' | 'heapMb' | 'maxMemoryMb'> {
  /** How long a child may work without asking for rows or handing over bytes. */
  readonly silentMs: number
  /** How long the client may take no bytes while the child waits for it. */
  readonly unreadMs: number
}

const usual: FileLimits = {
  children: 2,
  maxWaiting: 20,
  heapMb: 192,
  maxMemoryMb: 512,
  silentMs: 20_000,
  unreadMs: 20_000,
}
/** Somebody waits in front of a screen: a later file would find nobody. */
const maxWaitMs = 10 * 60_000
/** A file up to this size frees its child without waiting for the client. */
const bytesKept = 2 * 1024 * 1024
const rowsAtOnce = 200
/** With long texts a batch has fewer rows, so that a thread's memory does not depend on them. */
const lettersAtOnce = 256 * 1024
const maxTitleLetters = 4_000

/**
 * Makes files outside the process that answers calls. Rows are read here and sent over in small batches, as fast as the
 * client takes the file. A child that exceeds a limit is ended with its file, and replaced.
 */
export class FilePool {
  readonly #limits: FileLimits
  readonly #pool: ChildPool

  constructor(limits: Partial<FileLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    this.#pool = new ChildPool({
      ...this.#limits,
      maxWaitingOfKey: this.#limits.maxWaiting,
      maxWaitMs,
    })
  }

  /** Throws `server/overloaded` when too many files already wait. */
  make(document: ReportDocument, format: FileFormat): Readable {
    if (this.#pool.waiting >= this.#limits.maxWaiting) throw new AppError('server/overloaded')
    const task: FileTask = {
      document: {
        ...document,
        metadata: document.metadata.map((line) => clipped(line, maxTitleLetters)),
        sections: document.sections.map(({ rows: _rows, ...section }) => section),
      },
      format,
    }
    return new FileFromChild(this.#pool, task, document, this.#limits)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

const fileChild = new URL('./file-child.ts', import.meta.url)

/** Of this process; no child runs before the first file. */
let shared: FilePool | null = null
export const filePool = (): FilePool => (shared ??= new FilePool())

class FileFromChild extends Readable {
  readonly #limits: FileLimits
  readonly #stop = new AbortController()
  readonly #rows: readonly RowSource[]
  #send: (answer: FileAnswer) => void = () => {}
  /** The piece of the file that waits for the client. */
  #unread: number | null = null
  #silent: NodeJS.Timeout | undefined
  #slow: NodeJS.Timeout | undefined

  constructor(pool: ChildPool, task: FileTask, document: ReportDocument, limits: FileLimits) {
    super({ highWaterMark: bytesKept })
    this.#limits = limits
    this.#rows = document.sections.map((section) => iteratorOf(section.rows))
    const channel: TaskChannel = {
      onMessage: (listener) => (this.#send = listener),
      postMessage: (request: FileRequest) => void this.#handle(request),
    }
    pool.run<void>(fileChild, task, { key: uuidv7(), signal: this.#stop.signal, channel }).then(
      () => this.push(null),
      (error: unknown) => this.destroy(asError(error)),
    )
  }

  override _read(): void {
    if (this.#unread === null) return
    const id = this.#unread
    this.#unread = null
    clearTimeout(this.#slow)
    this.#answer({ id, rows: [] })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#silent)
    clearTimeout(this.#slow)
    this.#stop.abort()
    for (const rows of this.#rows) void Promise.resolve(rows.return?.()).catch(() => {})
    done(error)
  }

  async #handle(request: FileRequest): Promise<void> {
    clearTimeout(this.#silent)
    const { id } = request
    if ('rowsOf' in request) {
      const source = this.#rows[request.rowsOf]
      try {
        const rows = source ? await reading.take(async () => (this.destroyed ? [] : nextRows(source))) : []
        this.#answer({ id, rows })
      } catch (error) {
        // An error while reading rows must abort the file, not end it as complete.
        this.destroy(asError(error))
      }
    } else if ('begun' in request || this.push(request.bytes)) this.#answer({ id, rows: [] })
    else {
      this.#unread = id
      this.#slow = this.#endAfter(this.#limits.unreadMs, 'the client takes no bytes of the file')
    }
  }

  #answer(answer: FileAnswer): void {
    if (this.destroyed) return
    this.#send(answer)
    clearTimeout(this.#silent)
    // A child whose bytes wait for the client may have nothing else to do.
    if (this.#unread === null)
      this.#silent = this.#endAfter(this.#limits.silentMs, 'the child of the file takes too long')
  }

  #endAfter(ms: number, why: string): NodeJS.Timeout {
    return setTimeout(() => this.destroy(new Error(why)), ms)
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

type RowSource = Iterator<ReportRow> | AsyncIterator<ReportRow>

const iteratorOf = (rows: Iterable<ReportRow> | AsyncIterable<ReportRow>): RowSource =>
  Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()

/** Of all files of this process: reading their rows takes the database's time and that of the calls. */
const reading = new Turns()

async function nextRows(source: RowSource): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = []
  let letters = 0
  while (rows.length < rowsAtOnce && letters < lettersAtOnce) {
    const next = await source.next()
    if (next.done) break
    rows.push(
      next.value.map((cell) => {
        const sent = clippedCell(cell, maxCellLetters)
        letters += lettersOf(sent)
        return sent
      }),
    )
  }
  return rows
}

function lettersOf(cell: ReportCell): number {
  const { value } = plainCell(cell, 'text')
  return typeof value === 'string' ? value.length : 0
}
