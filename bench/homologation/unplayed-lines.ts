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
  unverified('Catalog', 'catalog/homologation', 'all lines of this page', 'the page is not stored'),
  absent('Logistics', 'logistics/homologation', 'the module', 'we are no logistics application'),
  absent('Promotion', 'promotion/homologation', 'promotions of shops', 'a module for existing integrations'),
  absent('Item', 'item/homologation', 'items of shops', 'no page says how an item of a shop is read back'),
]
