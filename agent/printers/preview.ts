import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrinterDriver } from './printer.ts'

/** Saves each ticket as a picture in a folder, to try things out without a printer. */
export function previewPrinters(stateDir: string): PrinterDriver {
  return {
    print: async ({ address }, payload, job) => {
      const folder = join(stateDir, 'previas', address)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${job.id}.svg`)
      await writeFile(`${file}.part`, payload, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    check: () => Promise.resolve(null),
    available: () =>
      Promise.resolve([{ kind: 'preview', address: 'previa', name: 'Prévia na tela (sem papel)' }]),
  }
}
