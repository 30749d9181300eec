import { connect, type Socket } from 'node:net'
import type { WatchedPrinter } from '../../contract/printing/print-agent.ts'
import type { PrintCause } from '../../contract/printing/printing.ts'
import { PrinterProblem, type PrinterDoor } from './printer.ts'

const connectMs = 3_000
/** A printer that speaks answers a status request within this; many cheap ones never do. */
const statusMs = 700
/** A long ticket on a slow printer. */
const printMs = 30_000
const defaultPort = 9100

/** Real-time status requests of ESC/POS: offline cause, then paper. */
const askOffline = Buffer.from([0x10, 0x04, 0x02])
const askPaper = Buffer.from([0x10, 0x04, 0x04])

/**
 * Raw printing over TCP 9100. A printer that answers status requests is asked before the ticket, and
 * its answer to the request at the ticket's end (GS r, written by the ticket itself) proves that it has
 * worked through all of it. Of a mute one we know only that it took every byte and closed in order.
 */
export function networkPrinters(): PrinterDoor {
  return {
    available: () => Promise.resolve([]),
    check: async (printer) => {
      try {
        const line = await open(printer)
        const { cause } = await statusOf(line)
        line.end()
        return cause
      } catch (error) {
        if (error instanceof PrinterProblem) return error.cause
        throw error
      }
    },
    print: async (printer, payload) => {
      const line = await open(printer)
      try {
        const { cause, speaks } = await statusOf(line)
        if (cause) throw new PrinterProblem(cause)
        await send(line, payload, speaks)
      } finally {
        line.destroy()
      }
    },
  }
}

function open({ address }: WatchedPrinter): Promise<Socket> {
  const [, host = address, port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
  return new Promise((resolve, reject) => {
    const line = connect({ host, port: port ? Number(port) : defaultPort })
    const fail = (): void => {
      line.destroy()
      reject(new PrinterProblem('unreachable'))
    }
    line.setTimeout(connectMs, fail)
    line.once('error', fail)
    line.once('connect', () => {
      line.setTimeout(0)
      line.removeListener('error', fail)
      // Whoever waits for an answer hears of the loss; nobody else needs to.
      line.on('error', () => {})
      line.setNoDelay(true)
      resolve(line)
    })
  })
}

async function statusOf(line: Socket): Promise<{ cause: PrintCause | null; speaks: boolean }> {
  line.write(askOffline)
  const offline = await answer(line, statusMs)
  if (offline === 'closed') return { cause: 'unreachable', speaks: false }
  if (offline === 'silent') return { cause: null, speaks: false }
  line.write(askPaper)
  const paper = await answer(line, statusMs)
  if (typeof paper === 'number' && (paper & paperEnd) !== 0) return { cause: 'paper', speaks: true }
  if ((offline & 0x04) !== 0) return { cause: 'cover', speaks: true }
  if ((offline & 0x20) !== 0) return { cause: 'paper', speaks: true }
  return { cause: (offline & 0x48) === 0 ? null : 'offline', speaks: true }
}

/** The last byte that the printer says within the time; `wanted` leaves others unheard. */
function answer(
  line: Socket,
  ms: number,
  wanted: (byte: number) => boolean = () => true,
): Promise<number | 'silent' | 'closed'> {
  return new Promise((resolve) => {
    const done = (what: number | 'silent' | 'closed'): void => {
      clearTimeout(timer)
      line.removeListener('data', hear)
      line.removeListener('close', gone)
      resolve(what)
    }
    const hear = (bytes: Buffer): void => {
      const found = [...bytes].findLast(wanted)
      if (found !== undefined) done(found)
    }
    const gone = (): void => done('closed')
    const timer = setTimeout(() => done('silent'), ms)
    line.on('data', hear)
    line.once('close', gone)
    if (line.destroyed) gone()
  })
}

const paperEnd = 0x60
/** Real-time answers have these bits set, answers in the order of the data have not. */
const isRealTime = (byte: number): boolean => (byte & 0x12) === 0x12
const tellsEnd = (byte: number): boolean => !isRealTime(byte) || (byte & paperEnd) !== 0

async function send(line: Socket, payload: Buffer, speaks: boolean): Promise<void> {
  if (!speaks) return sendUnheard(line, payload)
  // While it prints it is asked again and again whether paper is left: without it the end never comes.
  const asking = setInterval(() => line.write(askPaper), 1_000)
  try {
    const heard = answer(line, printMs, tellsEnd)
    line.write(payload)
    const end = await heard
    if (end === 'closed') throw new PrinterProblem('cut', true)
    if (end === 'silent') throw new PrinterProblem('silent', true)
    if (isRealTime(end)) throw new PrinterProblem('paper', true)
  } finally {
    clearInterval(asking)
  }
}

function sendUnheard(line: Socket, payload: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PrinterProblem('silent', true)), printMs)
    line.once('error', () => reject(new PrinterProblem('cut', true)))
    line.once('close', (broken: boolean) => {
      clearTimeout(timer)
      if (broken) reject(new PrinterProblem('cut', true))
      else resolve()
    })
    // What it says must be read for its goodbye to be seen.
    line.resume()
    line.end(payload)
  })
}
