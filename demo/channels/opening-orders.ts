import type { simulatorControl } from '../../simulator/control-client.ts'
import { demoStores } from '../demo-stores.ts'
import type { OwnChannelCustomer } from './own-channel-customer.ts'

/**
 * Orders that every visitor sees, whatever the hour: one with an allergy, one scheduled for later, and a delivered one
 * whose customer wants the money back.
 */
export async function placeOpeningOrders(
  control: ReturnType<typeof simulatorControl>,
  customer: Pick<OwnChannelCustomer, 'order'>,
): Promise<void> {
  const [store] = demoStores
  if (!store) return
  const { merchantId } = store
  await customer.order(store, 'Alergia a amendoim: não usar nem na fritura')
  await control.placeOrder({ merchantId, scheduledInMinutes: 90 })
  const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY', placedMinutesAgo: 70 })
  await control.dispute(orderId, { action: 'PROPOSED_AMOUNT_REFUND', amount: 7.5, expiresInMinutes: 45 })
}
