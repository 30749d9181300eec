import { printsHereKey, readStored, writeStored } from '../../browser/storage.ts'
import { createStore, useStore } from '../../kit/create-store.ts'

export interface PrinterHere {
  readonly storeId: string
  readonly printerId: string
}

/** The browser printers whose tickets this browser prints automatically. */
const here = createStore<readonly PrinterHere[]>(readList(readStored(printsHereKey)))

// Another tab of this browser changed it.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === printsHereKey) here.set(readList(newValue))
  })

export const usePrintsHere = (): readonly PrinterHere[] => useStore(here)

export function setPrintsHere(printer: PrinterHere, on: boolean): void {
  const others = here.get().filter(({ printerId }) => printerId !== printer.printerId)
  const next = on ? [...others, printer] : others
  writeStored(printsHereKey, next.length > 0 ? JSON.stringify(next) : null)
  here.set(next)
}

/** What is not of this form was written by hand, and is left out. */
export function readList(text: string | null): readonly PrinterHere[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter(isPrinter) : []
  } catch {
    return []
  }
}

const isPrinter = (one: unknown): one is PrinterHere =>
  typeof one === 'object' &&
  one !== null &&
  'storeId' in one &&
  'printerId' in one &&
  typeof one.storeId === 'string' &&
  typeof one.printerId === 'string'
