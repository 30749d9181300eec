import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { accessKeyText } from './access-key.ts'

const params = z.strictObject({ orderId: z.uuid('Pedido inválido.') })

const fiscalNote = z.strictObject({
  accessKey: z.nullable(z.string()),
  /** The CNPJ in the key is another one than the store's; null where one of them is unknown. */
  otherIssuer: z.nullable(z.boolean()),
  savedAt: z.nullable(instant),
  /** 0: never saved. */
  version: z.int(),
})
export type FiscalNote = z.output<typeof fiscalNote>

export const readFiscalNote = route({
  name: 'readFiscalNote',
  method: 'GET',
  path: '/orders/{orderId}/fiscal-note',
  summary: 'The access key of the note that another system issued for the order',
  access: { kind: 'store', role: 'basic' },
  params,
  reply: fiscalNote,
  errors: ['store/not-found', 'order/not-found'],
})

export const saveFiscalNote = route({
  name: 'saveFiscalNote',
  method: 'PUT',
  path: '/orders/{orderId}/fiscal-note',
  summary: 'Keeps the access key of a note issued elsewhere; null takes it away',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params,
  body: z.strictObject({ accessKey: z.nullable(accessKeyText), version: seenRevision() }),
  reply: fiscalNote,
  errors: [
    'store/not-found',
    'order/not-found',
    'order/invalid-transition',
    'fiscal/stale-note',
    'fiscal/key-taken',
  ],
})
