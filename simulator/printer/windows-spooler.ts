import { EventEmitter } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'

interface SimulatedPrinter {
  attributes: number
  status: number
  /** What its jobs answer until `finish`; null: the spooler is done at once. */
  holdsJobs: number | null
}

export interface SpooledTicket {
  readonly printer: string
  readonly title: string
  readonly bytes: Buffer
}

/**
 * The Windows spooler behind PowerShell, as a process that reads a source up to `//fim` and then answers a line for each
 * request. Its printers can be out of paper, offline, unknown or hold their jobs; the process can be silent or end.
 */
export class WindowsSpooler {
  readonly tickets: SpooledTicket[] = []
  readonly cancelled: number[] = []
  /** What the last process was given to compile. */
  source = ''
  starts = 0
  /** `ends-printing`: after it took a ticket, before it answers. */
  state: 'ready' | 'silent' | 'ends-printing' = 'ready'
  private readonly printers = new Map<string, SimulatedPrinter>()
  private readonly jobs = new Map<number, string>()

  addPrinter(name: string): SimulatedPrinter {
    const printer = { attributes: 0, status: 0, holdsJobs: null }
    this.printers.set(name, printer)
    return printer
  }

  /** A new process. */
  start(): SimulatedProcess {
    this.starts += 1
    this.source = ''
    const child = new SimulatedProcess()
    let compiled = false
    createInterface({ input: child.stdin }).on('line', (line) => {
      if (!compiled) {
        compiled = line === '//fim'
        if (!compiled) this.source += `${line}\n`
      } else if (this.state !== 'silent') this.serve(line, child)
    })
    return child
  }

  private serve(line: string, child: SimulatedProcess): void {
    const [id, verb = '', ...words] = line.split(' ')
    const answer = this.answer(verb, words)
    if (verb === 'print' && this.state === 'ends-printing') child.kill()
    else child.stdout.write(`${String(id)} ${answer}\n`)
  }

  private answer(verb: string, words: readonly string[]): string {
    if (verb === 'list') return ['ok', ...[...this.printers.keys()].map(base64)].join(' ')
    const name = textOf(words[0] ?? '')
    const printer = this.printers.get(name)
    if (!printer) return 'no 1801 0'
    if (verb === 'check') return `ok ${String(printer.attributes)} ${String(printer.status)}`
    if (verb === 'print') return this.take(name, words)
    const job = Number(words[1])
    if (verb === 'cancel') {
      this.cancelled.push(job)
      this.jobs.delete(job)
      return 'ok'
    }
    // A job that is done is no longer there: the error for an invalid parameter.
    return this.jobs.has(job) && printer.holdsJobs !== null ? `ok ${String(printer.holdsJobs)}` : 'no 87 0'
  }

  private take(printer: string, [, title = '', bytes = '']: readonly string[]): string {
    this.tickets.push({ printer, title: textOf(title), bytes: Buffer.from(bytes, 'base64') })
    const job = this.tickets.length
    this.jobs.set(job, printer)
    return `ok ${String(job)}`
  }
}

class SimulatedProcess extends EventEmitter {
  readonly stdin = new PassThrough()
  readonly stdout = new PassThrough()

  kill(): void {
    this.emit('exit')
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const textOf = (word: string): string => (word === '-' ? '' : Buffer.from(word, 'base64').toString())
