import type { Line } from './line.ts'

const absent = (module: string, page: string, line: string, what: string): Line => ({
  module,
  line,
  page,
  is: { absent: what },
})
const unverified = (module: string, page: string, line: string, why: string): Line => ({
  module,
  line,
  page,
  is: { unverified: why },
})

/** Published lines without code of ours, and those that nothing on this machine can show. Read on 2026-11-26. */
export const unplayedLines: readonly Line[] = [
  unverified('Order', 'order/homologation', 'limits of calls are kept', 'the simulator has no limits'),
  unverified(
    'Order',
    'order/homologation',
    'the ticket follows iFood’s model',
    'the page does not show the model',
  ),
  unverified(
    'Events',
    'events/homologation',
    'events are filtered by type and group, if necessary',
    'a filter acknowledges what it leaves out; none is sent',
  ),
  unverified('Merchant', 'merchant/homologation', 'all lines of this page', 'the page is not stored'),
  absent('Merchant', 'merchant/workflow', 'QR codes for check-in', 'POST /merchants/checkin-qrcode'),
  unverified('Catalog', 'catalog/homologation', 'all lines of this page', 'the page is not stored'),
  absent(
    'Financial',
    'financial/homologation',
    'test data by x-request-homologation',
    'the header is not sent',
  ),
  absent('Financial', 'financial/api-sales', 'sales', 'GET /sales'),
  absent('Financial', 'financial/api-anticipation', 'anticipations', 'GET /anticipations'),
  absent('Financial', 'financial/api-reconciliation', 'reconciliation, also on demand', '/reconciliation'),
  absent('Shipping', 'shipping/homologacao', 'a courier on demand', 'the module'),
  absent('Shipping', 'shipping/homologacao', 'a change of address is accepted or denied', 'the call'),
  absent('Logistics', 'logistics/homologation', 'the module', 'we are no logistics application'),
  absent('Picking', 'picking/homologation', 'items are picked and replaced', 'the module'),
  absent('Item', 'item/homologation', 'items of shops', 'POST and PATCH /item/v1.0/ingestion'),
]
