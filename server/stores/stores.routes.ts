import * as contract from '../../contract/stores/stores.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { channelsRoutes } from './channels/channels.routes.ts'
import { hoursRoutes } from './hours/hours.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { readMyStores, readOpenStatus, readPublicStore, readStore } from './read-stores.ts'
import { activateStore, inactivateStore } from './set-store-active.ts'
import { startFreeTier } from './start-free-tier.ts'

export const storesRoutes: readonly ServedRoute[] = [
  on(contract.startFreeTier, startFreeTier),
  on(contract.readStore, readStore),
  on(contract.readMyStores, readMyStores),
  on(contract.readOpenStatus, readOpenStatus),
  on(contract.readPublicStore, readPublicStore),
  on(contract.activateStore, activateStore),
  on(contract.inactivateStore, inactivateStore),
  ...channelsRoutes,
  ...hoursRoutes,
  ...profileRoutes,
]
