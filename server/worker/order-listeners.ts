import { onOrderMoved as ads } from '../ads/ads.ts'
import { onOrderMoved as notifications } from '../notifications/notifications.ts'
import type { OrderListeners } from '../order-moved.ts'
import { onOrderChanged as printingOfChanges, onOrderMoved as printing } from '../printing/printing.ts'
import { onOrderMoved as referral } from '../referral/referral.ts'
import { onOrderMoved as whatsapp } from '../whatsapp/whatsapp.ts'

/** The rooms that follow orders (docs/how-to/add-a-listener.md). */
export const orderListeners: OrderListeners = {
  moved: { printing, whatsapp, notifications, ads, referral },
  changed: { printing: printingOfChanges },
}
