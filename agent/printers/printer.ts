import type { AgentJob, WatchedPrinter } from '../../contract/printing/print-agent.ts'
import type { AvailablePrinter, PrintCause } from '../../contract/printing/printing.ts'

/** A printer did not take a ticket, or all of it. */
export class PrinterProblem extends Error {
  override readonly cause: PrintCause
  /** Some of the ticket may be on paper. */
  readonly started: boolean

  constructor(cause: PrintCause, started = false) {
    super(cause)
    this.name = 'PrinterProblem'
    this.cause = cause
    this.started = started
  }
}

/** One way to reach printers. */
export interface PrinterDoor {
  /** Resolves when the printer has taken the whole ticket; PrinterProblem when it has not. */
  print(printer: WatchedPrinter, payload: Buffer, job: AgentJob): Promise<void>
  /** Null: ready. */
  check(printer: WatchedPrinter): Promise<PrintCause | null>
  /** What hangs on this machine, to be offered in the settings. */
  available(): Promise<readonly AvailablePrinter[]>
}
