import type { simulatorControl } from '../../simulator/control-client.ts'
import { demoStores } from '../demo-stores.ts'
import type { OwnChannelCustomer } from './own-channel-customer.ts'

/**
 * What a visitor should find at any hour: an allergy, an order for later, and a customer who asks for money back for
 * an order that has been delivered.
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
