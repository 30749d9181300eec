import { renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file whole or not at all. The name it is written under first has the process in it: a second agent that
 * is about to find out that it is not the only one must not take it away.
 *
 * @param prepare rights of the new file, before it takes the place of the old one
 */
export function replaceFile(file: string, text: string, prepare: (written: string) => void = () => {}): void {
  const written = `${file}.${process.pid}.new`
  writeFileSync(written, text, { mode: 0o600 })
  prepare(written)
  renameSync(written, file)
}
