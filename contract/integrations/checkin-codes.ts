import * as z from 'zod/mini'
import { reportFileTypes } from '../shared/file-types.ts'
import { route } from '../shared/route.ts'
import { channelType } from './integrations.ts'

/** Where the channel's couriers check in at the store: one code for each merchant, to be printed. */
export const readCheckinCodes = route({
  name: 'readCheckinCodes',
  method: 'GET',
  path: '/integrations/checkin-codes/mine',
  summary: 'The QR codes at which the couriers of a marketplace check in at this store, as its PDF',
  access: { kind: 'store', role: 'manager' },
  load: 'live',
  query: z.strictObject({ type: channelType }),
  reply: z.string(),
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/not-connected',
    'integration/way-not-offered',
    'marketplace/unavailable',
    'rate-limit/exceeded',
  ],
  envelope: 'file',
  files: [reportFileTypes.pdf],
})
