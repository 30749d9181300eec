import * as note from '../../contract/rights/fiscal-note.ts'
import * as incidents from '../../contract/rights/incidents.ts'
import * as person from '../../contract/rights/person.ts'
import * as terms from '../../contract/rights/terms.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { erasePerson, readErasures } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { readFiscalNote, saveFiscalNote } from './fiscal-note.ts'
import { findPerson } from './find-person.ts'
import { addIncident, readIncidents, saveIncident } from './incidents.ts'
import { acceptTerms, readMyTerms, readTerms } from './terms.ts'

export const rightsRoutes: readonly ServedRoute[] = [
  on(terms.readTerms, readTerms),
  on(terms.readMyTerms, readMyTerms),
  on(terms.acceptTerms, acceptTerms),
  on(person.findPerson, findPerson),
  on(person.exportPerson, exportPerson),
  on(person.erasePerson, erasePerson),
  on(person.readErasures, readErasures),
  on(note.readFiscalNote, readFiscalNote),
  on(note.saveFiscalNote, saveFiscalNote),
  on(incidents.readIncidents, readIncidents),
  on(incidents.addIncident, addIncident),
  on(incidents.saveIncident, saveIncident),
]
