import { pino, type Logger } from 'pino'

/** Bytes of lines that are kept while nothing can be written; later ones are lost. */
const maxKeptBytes = 1_000_000

let failures = 0
/** Failed writes and lost lines of this process's log so far. */
export const logFailures = (): number => failures
const count = (): void => {
  failures += 1
}

/**
 * The log on stdout. A full disk or a reader that went away loses lines and never ends the process, neither by this log
 * nor by a line that a library prints.
 */
export function createLog(level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: maxKeptBytes })
  destination.on('error', count)
  destination.on('drop', count)
  for (const output of [process.stdout, process.stderr]) output.on('error', count)
  return pino({ level }, destination)
}
