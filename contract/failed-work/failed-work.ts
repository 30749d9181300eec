import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** Events that came in from a marketplace, and effects that leave to one, to a device or to a printer. */
const queue = z.enum(['inbox', 'outbox'])

const failedRow = z.strictObject({
  queue,
  id: z.string(),
  storeId: z.uuid(),
  kind: z.string(),
  failedAt: instant,
  attempts: z.int(),
  error: z.nullable(z.string()),
})
export type FailedRow = z.output<typeof failedRow>

export const readFailedRows = route({
  name: 'readFailedRows',
  method: 'GET',
  path: '/queue/failed',
  summary: 'What was given up after the last try, newest first; at most 100',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ rows: z.array(failedRow) }),
  errors: ['store/not-found'],
})

export const replayFailedRow = route({
  name: 'replayFailedRow',
  method: 'POST',
  path: '/queue/replay/mine',
  summary: 'Tries again what was given up; of two at once one does',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ queue, id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.strictObject({ queue, id: z.string() }),
  errors: ['store/not-found', 'queue/row-not-found', 'queue/not-failed'],
})
