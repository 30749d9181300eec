import { connect, type Socket } from 'node:net'
import type { WatchedPrinter } from '../../contract/printing/print-agent.ts'
import type { PrintCause } from '../../contract/printing/printing.ts'
import { PrinterProblem, type PrinterDriver } from './printer.ts'

const connectMs = 3_000
/** Printers that support status requests answer within this time; many cheap ones never do. */
const statusMs = 700
/** Enough for a long ticket on a slow printer. */
const printMs = 30_000
const defaultPort = 9100

/** Real-time status requests of ESC/POS: offline cause, then paper. */
const askOffline = Buffer.from([0x10, 0x04, 0x02])
const askPaper = Buffer.from([0x10, 0x04, 0x04])

/**
 * Raw printing over TCP 9100. A printer that supports status requests is queried before the ticket; its
 * answer to the request at the ticket's end (`GS r`) proves that it has processed the whole ticket. For
 * other printers we only know that they took every byte and closed the connection cleanly.
 */
export function networkPrinters(): PrinterDriver {
  return {
    available: () => Promise.resolve([]),
    check: async (printer) => {
      try {
        const socket = await open(printer)
        const { cause } = await statusOf(socket)
        socket.end()
        return cause
      } catch (error) {
        if (error instanceof PrinterProblem) return error.cause
        throw error
      }
    },
    print: async (printer, payload) => {
      const socket = await open(printer)
      try {
        const { cause, hasStatus } = await statusOf(socket)
        if (cause) throw new PrinterProblem(cause)
        await send(socket, payload, hasStatus)
      } finally {
        socket.destroy()
      }
    },
  }
}

function open({ address }: WatchedPrinter): Promise<Socket> {
  const [, host = address, port] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: port ? Number(port) : defaultPort })
    const fail = (): void => {
      socket.destroy()
      reject(new PrinterProblem('unreachable'))
    }
    socket.setTimeout(connectMs, fail)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeListener('error', fail)
      // `answer` reports a lost connection; an error event without a listener would crash the process.
      socket.on('error', () => {})
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

async function statusOf(socket: Socket): Promise<{ cause: PrintCause | null; hasStatus: boolean }> {
  socket.write(askOffline)
  const offline = await answer(socket, statusMs)
  if (offline === 'closed') return { cause: 'unreachable', hasStatus: false }
  if (offline === 'silent') return { cause: null, hasStatus: false }
  socket.write(askPaper)
  const paper = await answer(socket, statusMs)
  if (typeof paper === 'number' && (paper & paperEnd) !== 0) return { cause: 'paper', hasStatus: true }
  if ((offline & 0x04) !== 0) return { cause: 'cover', hasStatus: true }
  if ((offline & 0x20) !== 0) return { cause: 'paper', hasStatus: true }
  return { cause: (offline & 0x48) === 0 ? null : 'offline', hasStatus: true }
}

/** The last matching byte that the printer sends within the time. */
function answer(
  socket: Socket,
  ms: number,
  wanted: (byte: number) => boolean = () => true,
): Promise<number | 'silent' | 'closed'> {
  return new Promise((resolve) => {
    const done = (what: number | 'silent' | 'closed'): void => {
      clearTimeout(timer)
      socket.removeListener('data', onData)
      socket.removeListener('close', onClose)
      resolve(what)
    }
    const onData = (bytes: Buffer): void => {
      const found = [...bytes].findLast(wanted)
      if (found !== undefined) done(found)
    }
    const onClose = (): void => done('closed')
    const timer = setTimeout(() => done('silent'), ms)
    socket.on('data', onData)
    socket.once('close', onClose)
    if (socket.destroyed) onClose()
  })
}

const paperEnd = 0x60
/** Set in real-time status bytes and clear in bytes that are answered in data order. */
const isRealTime = (byte: number): boolean => (byte & 0x12) === 0x12
const isFinalAnswer = (byte: number): boolean => !isRealTime(byte) || (byte & paperEnd) !== 0

async function send(socket: Socket, payload: Buffer, hasStatus: boolean): Promise<void> {
  if (!hasStatus) return sendWithoutStatus(socket, payload)
  // Keep polling the paper status: without paper the final answer never comes.
  const asking = setInterval(() => socket.write(askPaper), 1_000)
  try {
    const heard = answer(socket, printMs, isFinalAnswer)
    socket.write(payload)
    const end = await heard
    if (end === 'closed') throw new PrinterProblem('cut', true)
    if (end === 'silent') throw new PrinterProblem('silent', true)
    if (isRealTime(end)) throw new PrinterProblem('paper', true)
  } finally {
    clearInterval(asking)
  }
}

function sendWithoutStatus(socket: Socket, payload: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PrinterProblem('silent', true)), printMs)
    socket.once('error', () => reject(new PrinterProblem('cut', true)))
    socket.once('close', (broken: boolean) => {
      clearTimeout(timer)
      if (broken) reject(new PrinterProblem('cut', true))
      else resolve()
    })
    // Read incoming data, otherwise the close event never fires.
    socket.resume()
    socket.end(payload)
  })
}
