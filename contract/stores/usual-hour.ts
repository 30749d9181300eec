import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

const usualChannel = z.strictObject({
  platform: z.enum(platforms),
  /** Mean net sales in centavos of this hour of the clock, on the same weekday of the last four weeks. */
  centsPerHour: cents,
})

export const usualHour = z.strictObject({
  storeId: z.uuid(),
  /** How many of the four days had sales; 0: nothing can be said. */
  days: z.int(),
  /** Channels that usually sell in this hour. */
  channels: z.array(usualChannel),
})
export type UsualHour = z.output<typeof usualHour>

export const readUsualHour = route({
  name: 'readUsualHour',
  method: 'GET',
  path: '/stores/channels/usual',
  summary: 'What each channel of each store usually sells in this hour, which a closed one misses',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ generatedAt: instant, stores: z.array(usualHour) }),
  errors: ['store/not-found'],
})
