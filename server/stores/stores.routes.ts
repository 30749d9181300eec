import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/stores/stores.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { readMyStores, readOpenStatus, readPublicStore, readStore } from './read-stores.ts'
import { activateStore, inactivateStore } from './set-store-active.ts'
import { startFreeTier } from './start-free-tier.ts'
import { readStoresNow } from './stores-now.ts'

export function storesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.startFreeTier, startFreeTier)
  serve(app, deps, contract.readStore, readStore)
  serve(app, deps, contract.readMyStores, readMyStores)
  serve(app, deps, contract.readOpenStatus, readOpenStatus)
  serve(app, deps, contract.readPublicStore, readPublicStore)
  serve(app, deps, contract.activateStore, activateStore)
  serve(app, deps, contract.inactivateStore, inactivateStore)
  serve(app, deps, contract.readStoresNow, readStoresNow)
}
