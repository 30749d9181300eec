import * as z from 'zod/mini'
import { givenDay, instant } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { auditAreaNames } from './audit-words.ts'

/** How long an entry is kept, in years; the daily sweep deletes older ones. */
export const auditYears = 5

const filters = {
  selection: selectionParam,
  area: z.optional(z.enum(auditAreaNames, 'Assunto desconhecido.')),
  /** Of this person only. */
  uid: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  /** Calendar days in each store's zone, inclusive. */
  from: z.optional(givenDay),
  to: z.optional(givenDay),
}

const auditChange = z.strictObject({
  /** pt-BR. */
  label: z.string(),
  /** As text in pt-BR; null when there was nothing. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type AuditChange = z.output<typeof auditChange>

const auditEntry = z.strictObject({
  id: z.uuid(),
  at: instant,
  storeId: z.uuid(),
  storeName: z.string(),
  /** IANA zone of the store. */
  timezone: z.string(),
  /** Null: the product itself. */
  actor: z.nullable(z.strictObject({ uid: z.string(), name: z.string() })),
  action: z.string(),
  /** What was done, after the person's name: `mudou um item`. */
  words: z.string(),
  /** The person or thing concerned; null when its id says nothing to a person. */
  subject: z.nullable(z.string()),
  changes: z.array(auditChange),
})
export type AuditEntry = z.output<typeof auditEntry>

/** Attempts that were refused, counted by person and day so that they cannot fill the record. */
const refusedAttempts = z.strictObject({
  storeId: z.uuid(),
  storeName: z.string(),
  day: z.iso.date(),
  /** Empty when no account is known. */
  name: z.string(),
  words: z.string(),
  count: z.int(),
})
export type RefusedAttempts = z.output<typeof refusedAttempts>

export const readAudit = route({
  name: 'readAudit',
  method: 'GET',
  path: '/audit',
  summary: 'Who changed what in the stores, with before and after, newest first; 50 a page',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    ...filters,
    /** `next` of the previous page. */
    after: z.optional(z.uuid('Posição inválida: procure de novo.')),
  }),
  reply: z.strictObject({
    entries: z.array(auditEntry),
    next: z.nullable(z.uuid()),
    /** With the first page: the last 30 days, at most 50 rows. */
    refused: z.array(refusedAttempts),
    /** The people who did something in these stores, for the filter. */
    people: z.array(z.strictObject({ uid: z.string(), name: z.string() })),
  }),
  errors: ['store/not-found'],
})

export const exportAudit = route({
  name: 'exportAudit',
  method: 'GET',
  path: '/audit/file',
  summary: 'The same as CSV, XLSX or PDF, sent while it is read',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    ...filters,
    format: z._default(z.enum(['csv', 'xlsx', 'pdf'], 'Formato desconhecido.'), 'csv'),
  }),
  reply: z.string(),
  errors: ['store/not-found'],
  envelope: 'file',
  files: Object.values(reportFileTypes),
})
