import type { previewTicket as previewTicketRoute } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'
import { settingsOf } from '../settings/read-config.ts'
import { sampleOrder } from './sample-order.ts'
import { storeNameAndZone } from './store-name-and-zone.ts'
import { svgTicket } from './ticket-paper.ts'
import { ticket } from './ticket-text.ts'

export async function previewTicket(
  call: Call<typeof previewTicketRoute>,
): Promise<Reply<typeof previewTicketRoute>> {
  const { deps, storeId, query, now } = call
  const context = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    ...(await storeNameAndZone(tx, storeId)),
    footer: (await settingsOf(tx, storeId)).footer,
  }))
  const parts = ticket(query.ticket, sampleOrder(storeId, now.toISOString()), {
    ...context,
    printerName: query.ticket === 'kitchen' ? 'Cozinha' : 'Balcão',
    copy: 1,
    copies: 1,
    reprint: false,
    change: null,
    movedFrom: null,
    now,
  })
  return { svg: svgTicket(parts, query.columns) }
}
