import * as z from 'zod/mini'
import { dayText, givenInstant, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'

/** Working days to tell the ANPD and the people (Resolução CD/ANPD 15/2024, arts. 6 and 9). */
export const incidentWorkingDays = 3

const words = (what: string, most: number) =>
  z.string(what).check(z.trim(), z.minLength(3, what), z.maxLength(most, `No máximo ${most} letras.`))

const incidentFields = {
  title: words('Dê um nome ao incidente.', 120),
  whatHappened: words('Conte o que aconteceu.', 4_000),
  measures: words('Conte o que foi feito.', 4_000),
  /** Null: not counted yet. */
  peopleAffected: z.nullable(
    z.int('Informe um número.').check(z.gte(0, 'Informe um número.'), z.lte(100_000_000)),
  ),
  /** Relevant risk or damage to people. */
  risky: z.boolean(),
  knownAt: givenInstant,
  anpdToldAt: z.nullable(givenInstant),
  peopleToldAt: z.nullable(givenInstant),
  closed: z.boolean(),
}

const incidentView = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  whatHappened: z.string(),
  measures: z.string(),
  peopleAffected: z.nullable(z.int()),
  risky: z.boolean(),
  knownAt: instant,
  /** The third working day after, in the store's zone; null: nobody needs to know. */
  tellUntil: z.nullable(dayText),
  anpdToldAt: z.nullable(instant),
  peopleToldAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  version: z.int(),
})
export type Incident = z.output<typeof incidentView>

export const readIncidents = route({
  name: 'readIncidents',
  method: 'GET',
  path: '/rights/incidents',
  summary: 'The register of security incidents with personal data, open ones first',
  access: { kind: 'store', role: 'owner' },
  reply: z.strictObject({ incidents: z.array(incidentView) }),
  errors: ['store/not-found'],
})

export const addIncident = route({
  name: 'addIncident',
  method: 'POST',
  path: '/rights/incidents',
  summary: 'Writes an incident into the register',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  body: z.strictObject(incidentFields),
  reply: incidentView,
  errors: ['store/not-found', 'validation/refused'],
  idempotency: 'accepted',
})

export const saveIncident = route({
  name: 'saveIncident',
  method: 'PUT',
  path: '/rights/incidents/{incidentId}',
  summary: 'Changes an incident; nobody deletes one',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  params: z.strictObject({ incidentId: z.uuid('Incidente inválido.') }),
  body: z.strictObject({ ...incidentFields, version: seenRevision() }),
  reply: incidentView,
  errors: ['store/not-found', 'rights/incident-not-found', 'rights/stale-incident', 'validation/refused'],
})
