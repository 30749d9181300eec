import { setTimeout as wait } from 'node:timers/promises'
import type { AvailablePrinter, PrintCause } from '../../../contract/printing/printing.ts'
import { PrinterProblem, type PrinterDriver } from '../printer.ts'
import { SpoolerRefusal, spoolerProcess, type Spooler } from './spooler-process.ts'

const printMs = 30_000
const lookEveryMs = 300
/** Asking starts PowerShell, so the list is kept for a while. */
const listMs = 5 * 60_000

/**
 * The printers of Windows by their names: USB, driver, shared and Bluetooth ones that the person has set up there. A
 * ticket goes to the spooler as raw bytes and counts as printed when the spooler is done with it; whether paper came out
 * it knows only from drivers that report. A stuck ticket is deleted, so that it does not print later next to its reprint.
 */
export function windowsPrinters(spooler: Spooler = spoolerProcess()): PrinterDriver {
  let listed: { readonly at: number; readonly printers: readonly AvailablePrinter[] } | null = null
  return {
    print: async ({ address }, payload, job) => {
      const cause = await problem(spooler, address)
      if (cause) throw new PrinterProblem(cause)
      const [id = ''] = await asked(
        spooler.ask('print', word(address), word(`Balcão: ${job.title}`), payload.toString('base64')),
        true,
      )
      await waitUntilPrinted(spooler, address, id)
    },
    check: ({ address }) => problem(spooler, address),
    available: async () => {
      if (listed && Date.now() - listed.at < listMs) return listed.printers
      const printers = await spooler.ask('list').then(
        (words) => words.map(textOf).filter(isOnPaper).map(available),
        () => [],
      )
      listed = { at: Date.now(), printers }
      return printers
    },
  }
}

const available = (name: string): AvailablePrinter => ({
  kind: 'system',
  address: name,
  name: `Windows: ${name}`.slice(0, 120),
})

/** Programs that ask for a file name or send elsewhere when something is printed on them. */
const notOnPaper =
  /^(microsoft print to pdf|microsoft xps|fax\b|onenote|enviar para o onenote|send to onenote|adobe pdf)/i
const isOnPaper = (name: string): boolean => name !== '' && name.length <= 253 && !notOnPaper.test(name)

async function problem(spooler: Spooler, name: string): Promise<PrintCause | null> {
  try {
    const [attributes, status] = (await asked(spooler.ask('check', word(name)), false)).map(Number)
    return printerCause(attributes ?? 0, status ?? 0)
  } catch (error) {
    if (error instanceof PrinterProblem) return error.cause
    throw error
  }
}

/** PRINTER_ATTRIBUTE_WORK_OFFLINE and the PRINTER_STATUS_… bits. */
function printerCause(attributes: number, status: number): PrintCause | null {
  if (status & 0x10) return 'paper'
  if (status & 0x400000) return 'cover'
  if (attributes & 0x400 || status & (0x80 | 0x1000)) return 'unreachable'
  // Paused, error, jam, paper problem, not available to the person, user intervention.
  if (status & (0x1 | 0x2 | 0x8 | 0x40 | 0x100000)) return 'offline'
  return null
}

async function waitUntilPrinted(spooler: Spooler, name: string, job: string): Promise<void> {
  const until = Date.now() + printMs
  let cause: PrintCause | null = null
  while (Date.now() < until) {
    const status = await jobStatus(spooler, name, job)
    if (status === null || status & (printed | complete)) return
    // Somebody deleted it in the printer's window; part of it may be on paper.
    if (status & (deleting | deleted)) throw new PrinterProblem('offline', true)
    cause = jobCause(status)
    await wait(lookEveryMs)
  }
  await spooler.ask('cancel', word(name), job).catch(() => {})
  throw new PrinterProblem(cause ?? 'silent', true)
}

const [deleting, printed, deleted, complete] = [0x4, 0x80, 0x100, 0x1000]

/** Null: the spooler no longer has it, because it is done. */
async function jobStatus(spooler: Spooler, name: string, job: string): Promise<number | null> {
  try {
    const [status] = await spooler.ask('job', word(name), job)
    return Number(status)
  } catch (error) {
    if (error instanceof SpoolerRefusal && error.code === invalidParameter) return null
    throw new PrinterProblem('spooler', true)
  }
}

/** JOB_STATUS_…: paper out, offline, then error, blocked and user intervention. */
function jobCause(status: number): PrintCause | null {
  if (status & 0x40) return 'paper'
  if (status & 0x20) return 'unreachable'
  return status & (0x2 | 0x200 | 0x400) ? 'offline' : null
}

const invalidParameter = 87
/** File or printer not found, invalid name, unknown printer. */
const unknownPrinter: ReadonlySet<number> = new Set([2, 3, 1801, 1802])

/** A request whose failure is a problem of the printer. A `print` without an answer may be on paper. */
async function asked(answer: Promise<readonly string[]>, prints: boolean): Promise<readonly string[]> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof SpoolerRefusal)) throw new PrinterProblem('spooler', prints)
    throw new PrinterProblem(unknownPrinter.has(error.code) ? 'device' : 'spooler', error.started)
  }
}

const word = (text: string): string => (text === '' ? '-' : Buffer.from(text).toString('base64'))
const textOf = (base64: string): string => (base64 === '-' ? '' : Buffer.from(base64, 'base64').toString())
