import * as incidents from '../../contract/privacy/incidents.ts'
import * as person from '../../contract/privacy/person.ts'
import * as terms from '../../contract/privacy/terms.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { erasePerson, readErasures } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { findPerson } from './find-person.ts'
import { addIncident, readIncidents, saveIncident } from './incidents.ts'
import { acceptTerms, readMyTerms, readTerms } from './terms.ts'

export const privacyRoutes: readonly ServedRoute[] = [
  on(terms.readTerms, readTerms),
  on(terms.readMyTerms, readMyTerms),
  on(terms.acceptTerms, acceptTerms),
  on(person.findPerson, findPerson),
  on(person.exportPerson, exportPerson),
  on(person.erasePerson, erasePerson),
  on(person.readErasures, readErasures),
  on(incidents.readIncidents, readIncidents),
  on(incidents.addIncident, addIncident),
  on(incidents.saveIncident, saveIncident),
]
