import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { AppError } from '../errors/app-error.ts'
import { Turns } from './turns.ts'
import { clipped, clippedCell, mostCellLetters } from './clip.rules.ts'
import type { FileAnswer, FileRequest, FileTask } from './file-thread.ts'
import {
  plainCell,
  type FileFormat,
  type ReportCell,
  type ReportDocument,
  type ReportRow,
} from './report-document.ts'

export interface FileLimits {
  readonly threads: number
  /** Files that wait for a thread; further ones are rejected. */
  readonly waiting: number
  readonly heapMb: number
  /** How long a thread may work without asking for rows or handing over bytes. */
  readonly silentMs: number
  /** How long the client may take no bytes while the thread waits for it. */
  readonly unreadMs: number
}

const usual: FileLimits = { threads: 2, waiting: 20, heapMb: 192, silentMs: 20_000, unreadMs: 20_000 }
/** A file up to this size frees its thread without waiting for the client. */
const bytesKept = 2 * 1024 * 1024
const rowsAtOnce = 200
/** With long texts a batch has fewer rows, so that a thread's memory does not depend on them. */
const lettersAtOnce = 256 * 1024
const mostTitleLetters = 4_000

/**
 * Makes files outside the thread that answers calls. Rows are read here and sent over in small batches, as fast as the
 * client takes the file. A thread that exceeds a limit is ended with its file, and replaced.
 */
export class FileThreads {
  readonly #limits: FileLimits
  readonly #pool: Piscina

  constructor(limits: Partial<FileLimits> = {}) {
    this.#limits = { ...usual, ...limits }
    this.#pool = new Piscina({
      filename: fileURLToPath(new URL('./file-thread.ts', import.meta.url)),
      minThreads: 0,
      maxThreads: this.#limits.threads,
      maxQueue: this.#limits.waiting,
      idleTimeout: 60_000,
      // On Linux calls come first, and files get the time that is left.
      niceIncrement: 10,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
      // The thread waits for rows between its messages, which a blocking wait would not let it receive.
      atomics: 'disabled',
    })
  }

  /** Throws `server/overloaded` when too many files already wait. */
  make(document: ReportDocument, format: FileFormat): Readable {
    if (this.#pool.queueSize >= this.#limits.waiting) throw new AppError('server/overloaded')
    const { port1: here, port2: there } = new MessageChannel()
    const task: FileTask = {
      document: {
        ...document,
        metadata: document.metadata.map((line) => clipped(line, mostTitleLetters)),
        sections: document.sections.map(({ rows: _rows, ...section }) => section),
      },
      format,
      port: there,
    }
    const stop = new AbortController()
    const work = this.#pool.run(task, { transferList: [there], signal: stop.signal }) as Promise<void>
    return new FileFromThread({ document, port: here, work, stop, limits: this.#limits })
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

/** Of this process; no thread runs before the first file. */
let shared: FileThreads | null = null
export const fileThreads = (): FileThreads => (shared ??= new FileThreads())

interface Making {
  readonly document: ReportDocument
  readonly port: MessagePort
  readonly work: Promise<void>
  readonly stop: AbortController
  readonly limits: FileLimits
}

class FileFromThread extends Readable {
  readonly #making: Making
  readonly #rows: readonly RowSource[]
  /** The piece of the file that waits for the client. */
  #unread: number | null = null
  #silent: NodeJS.Timeout | undefined
  #slow: NodeJS.Timeout | undefined

  constructor(making: Making) {
    super({ highWaterMark: bytesKept })
    this.#making = making
    this.#rows = making.document.sections.map((section) => iteratorOf(section.rows))
    making.port.on('message', (request: FileRequest) => void this.#handle(request))
    making.work.then(
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
    this.#making.stop.abort()
    this.#making.port.close()
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
      this.#slow = this.#endAfter(this.#making.limits.unreadMs, 'the client takes no bytes of the file')
    }
  }

  #answer(answer: FileAnswer): void {
    if (this.destroyed) return
    this.#making.port.postMessage(answer)
    clearTimeout(this.#silent)
    // A thread whose bytes wait for the client may have nothing else to do.
    if (this.#unread === null)
      this.#silent = this.#endAfter(this.#making.limits.silentMs, 'the thread of the file takes too long')
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
        const sent = clippedCell(cell, mostCellLetters)
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
