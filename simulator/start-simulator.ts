import fastify from 'fastify'
import { adsApi, AdsWorld } from './ads/ads-api.ts'
import { completed, type SimulatorEnv } from './env.ts'
import { accessApi } from './ifood/access-api.ts'
import { afterSale } from './ifood/after-sale.ts'
import { afterSaleControl } from './ifood/after-sale-control.ts'
import { callLimits } from './ifood/call-limits.ts'
import { catalogApi } from './ifood/catalog/catalog-api.ts'
import { catalogWritesApi } from './ifood/catalog/catalog-writes-api.ts'
import { controlApi } from './ifood/control-api.ts'
import { deliveriesApi } from './ifood/deliveries-api.ts'
import { disputesApi, expireDisputes } from './ifood/disputes-api.ts'
import { financialApi } from './ifood/financial/financial-api.ts'
import { statementsApi } from './ifood/financial/statements-api.ts'
import { cancelUnconfirmed } from './ifood/life.ts'
import { keepAliveControl } from './ifood/keep-alive.ts'
import { interruptionsApi } from './ifood/interruptions-api.ts'
import { merchantApi } from './ifood/merchant-api.ts'
import { merchantControl, openingHoursApi } from './ifood/opening-hours-api.ts'
import { pickingApi } from './ifood/picking-api.ts'
import { shippingApi } from './ifood/shipping-api.ts'
import { statusApi } from './ifood/status-api.ts'
import { merchantsApi } from './ifood/merchants-api.ts'
import { portal } from './ifood/portal.ts'
import { reviewsApi } from './ifood/reviews-api.ts'
import { World } from './ifood/world.ts'

export interface Simulator {
  readonly url: string
  readonly world: World
  stop(): Promise<void>
}

/** In this process. Listens on loopback; port 0, the default, selects a free port. */
export async function startSimulator(given: Partial<SimulatorEnv> = {}): Promise<Simulator> {
  const env = completed(given)
  const world = new World(env)
  world.afterSale = (known) => afterSale(world, known)
  const app = fastify({ forceCloseConnections: true })
  callLimits(app, world)
  merchantApi(app, world)
  shippingApi(app, world)
  deliveriesApi(app, world)
  pickingApi(app, world)
  statusApi(app, world)
  accessApi(app, world)
  interruptionsApi(app, world)
  openingHoursApi(app, world)
  catalogApi(app, world)
  catalogWritesApi(app, world)
  financialApi(app, world)
  statementsApi(app, world)
  reviewsApi(app, world)
  disputesApi(app, world)
  merchantsApi(app, world)
  portal(app, world)
  controlApi(app, world)
  adsApi(app, new AdsWorld())
  merchantControl(app, world)
  afterSaleControl(app, world)
  keepAliveControl(app, world)
  const watch = setInterval(() => {
    cancelUnconfirmed(world)
    expireDisputes(world)
  }, 1_000)
  const url = await app.listen({ port: env.port, host: '127.0.0.1' })
  return {
    url,
    world,
    stop: async () => {
      clearInterval(watch)
      world.stop()
      await app.close()
    },
  }
}
