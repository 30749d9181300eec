import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrinterDoor } from './printer.ts'

/** Paper of pixels: each ticket a picture in a folder of the agent. For trying out without a printer. */
export function previewPrinters(stateDir: string): PrinterDoor {
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
