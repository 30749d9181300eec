import * as z from 'zod/mini'
import { reportFileTypes } from '../shared/file-types.ts'
import { phoneText } from '../shared/phones.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { personPartNames } from './person-parts.ts'

export const counted = z.strictObject({ part: z.enum(personPartNames), count: z.int() })
export type CountedPart = z.output<typeof counted>

const reason = z
  .string('Diga o motivo.')
  .check(
    z.trim(),
    z.minLength(5, 'Diga o motivo em algumas palavras.'),
    z.maxLength(300, 'O motivo pode ter até 300 caracteres.'),
  )

/** What the store has of a person; leaves an audit row. */
export const findPerson = route({
  name: 'findPerson',
  method: 'POST',
  path: '/rights/person/find',
  summary: 'What the store keeps of a customer, counted by part; leaves an audit row',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ phone: phoneText }),
  reply: z.strictObject({
    person: z.nullable(
      z.strictObject({
        name: z.string(),
        /** Null: they only wrote to the store's WhatsApp. */
        firstOrderAt: z.nullable(instant),
        lastOrderAt: z.nullable(instant),
        /** Of orders that still run: erasure waits for them. */
        openOrders: z.int(),
        parts: z.array(counted),
      }),
    ),
  }),
  errors: ['store/not-found'],
})

const personFileTypes = { json: 'application/json', pdf: reportFileTypes.pdf } as const

/** Access and portability (LGPD, art. 18, II and V). */
export const exportPerson = route({
  name: 'exportPerson',
  method: 'POST',
  path: '/rights/person/export',
  summary:
    'Everything that the store keeps of a customer, as JSON or PDF; needs a reason and leaves an audit row',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  load: 'report',
  body: z.strictObject({
    phone: phoneText,
    reason,
    format: z._default(z.enum(['json', 'pdf'], 'Formato desconhecido.'), 'json'),
  }),
  reply: z.string(),
  errors: ['store/not-found', 'rights/person-not-found'],
  envelope: 'file',
  files: Object.values(personFileTypes),
})

/** Erasure (LGPD, art. 18, VI): orders stay, the person is masked in them. It cannot be undone. */
export const erasePerson = route({
  name: 'erasePerson',
  method: 'POST',
  path: '/rights/person/erase',
  summary: 'Masks a customer in every order and deletes the rest; says what stays and on what basis',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  body: z.strictObject({ phone: phoneText, reason }),
  reply: z.strictObject({ at: instant, done: z.array(counted), kept: z.array(counted) }),
  errors: ['store/not-found', 'rights/person-not-found', 'rights/open-orders'],
})

const erasure = z.strictObject({
  id: z.uuid(),
  at: instant,
  actorName: z.string(),
  reason: z.string(),
  done: z.array(counted),
  kept: z.array(counted),
  /** True: some of its counts are not understood, and left out. */
  incomplete: z.optional(z.boolean()),
})

/** The last 50, newest first. They name nobody. */
export const readErasures = route({
  name: 'readErasures',
  method: 'GET',
  path: '/rights/erasures',
  summary: 'Erasures of the store: moment, person in charge, reason and counts; no name of a customer',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({ erasures: z.array(erasure) }),
  errors: ['store/not-found'],
})
