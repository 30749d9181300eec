import type { AgentJob, WatchedPrinter } from '../../contract/printing/print-agent.ts'
import type { AvailablePrinter, PrintCause } from '../../contract/printing/printing.ts'

/** The printer did not accept the ticket, or only part of it. */
export class PrinterProblem extends Error {
  override readonly cause: PrintCause
  /** Part of the ticket may be on paper. */
  readonly started: boolean

  constructor(cause: PrintCause, started = false) {
    super(cause)
    this.name = 'PrinterProblem'
    this.cause = cause
    this.started = started
  }
}

/** A driver for one kind of connection. */
export interface PrinterDriver {
  /** Resolves once the printer has the whole ticket; rejects with PrinterProblem otherwise. */
  print(printer: WatchedPrinter, payload: Buffer, job: AgentJob): Promise<void>
  /** Null: ready. */
  check(printer: WatchedPrinter): Promise<PrintCause | null>
  /** Printers found on this machine, offered in the settings. */
  available(): Promise<readonly AvailablePrinter[]>
}
