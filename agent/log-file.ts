import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Two files of this size at most: days of a busy store. */
const maxBytes = 1_000_000

const logFile = (stateDir: string): string => join(stateDir, 'agente.log')

/** Writes each line with its date; contains store and printer names and order numbers, nothing of customers. */
export function logTo(stateDir: string): (line: string) => void {
  const file = logFile(stateDir)
  let bytes = existsSync(file) ? statSync(file).size : 0
  return (line) => {
    const text = `${new Date().toLocaleString('pt-BR')} ${line}\n`
    try {
      if (bytes > maxBytes) {
        renameSync(file, `${file}.1`)
        bytes = 0
      }
      appendFileSync(file, text, { mode: 0o600 })
      bytes += Buffer.byteLength(text)
    } catch {
      // A full disk must not stop the printing.
    }
  }
}

export function lastLines(stateDir: string, count: number): readonly string[] {
  const text = [`${logFile(stateDir)}.1`, logFile(stateDir)]
    .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
    .join('')
  return text.split('\n').slice(0, -1).slice(-count)
}
