import * as modifiers from '../../contract/delivery/modifiers.ts'
import * as quote from '../../contract/delivery/quote.ts'
import * as zones from '../../contract/delivery/zones.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readDeliveryHistory } from './delivery-history.ts'
import { readModifierRuns, readMyDeliveryModifiers } from './my-modifiers.ts'
import { readRecentAddresses } from './quote/recent-addresses.ts'
import { quoteDelivery } from './quote/quote-delivery.ts'
import { readDeliveryConfig, saveDeliveryConfig } from './save-config.ts'
import { deleteDeliveryModifier, readDeliveryModifiers, saveDeliveryModifier } from './save-modifier.ts'

export const deliveryRoutes: readonly ServedRoute[] = [
  on(zones.readDeliveryConfig, readDeliveryConfig),
  on(zones.saveDeliveryConfig, saveDeliveryConfig),
  on(zones.readDeliveryHistory, readDeliveryHistory),
  on(modifiers.readDeliveryModifiers, readDeliveryModifiers),
  on(modifiers.saveDeliveryModifier, saveDeliveryModifier),
  on(modifiers.deleteDeliveryModifier, deleteDeliveryModifier),
  on(modifiers.readMyDeliveryModifiers, readMyDeliveryModifiers),
  on(modifiers.readModifierRuns, readModifierRuns),
  on(quote.quoteDelivery, quoteDelivery),
  on(quote.readRecentAddresses, readRecentAddresses),
]
