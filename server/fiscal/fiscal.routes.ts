import * as note from '../../contract/fiscal/fiscal-note.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readFiscalNote, saveFiscalNote } from './fiscal-note.ts'

export const fiscalRoutes: readonly ServedRoute[] = [
  on(note.readFiscalNote, readFiscalNote),
  on(note.saveFiscalNote, saveFiscalNote),
]
