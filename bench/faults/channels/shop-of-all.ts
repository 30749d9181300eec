import { testApp, type TestApp } from '../../../server/testing/app.ts'
import type { TestDatabase } from '../../../server/testing/postgres.ts'
import { everyKind } from '../../../server/marketplaces/registry.ts'
import { pollMarketplace } from '../../../server/marketplaces/poll.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../../server/db/scope.ts'
import { startPartners, type Partner } from './partners.ts'

export type ShopOfAll = Awaited<ReturnType<typeof startShopOfAll>>

/** The product in this process, whose clock can be moved, with a store at every channel. */
export async function startShopOfAll(database: TestDatabase) {
  const partners = await startPartners()
  const app = await testApp(partners.environment, everyKind, {}, database)
  const storeId = await app.addStore({
    name: 'Brasa',
    openingHours: weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' })),
  })
  const manager = await app.addPerson('manager', { [storeId]: 'manager' })
  for (const partner of partners.all)
    await partner.connect(async (route, input) => {
      const { status, data, body } = await app.call(manager, route, input, { storeId })
      if (status !== 200)
        throw new Error(`${partner.platform}: ${route.name} ${String(status)} ${body.error ?? ''}`)
      return data
    })
  app.startWorker()
  return {
    app,
    storeId,
    partners: partners.all,
    poll: pollsOf(app),
    /** Orders of the channel, all or these. */
    taken: (platform: string, externalIds: readonly string[] | null = null) =>
      takenOrders(app, { storeId, platform, externalIds }),
    stop: async () => {
      for (const { proxy } of partners.all) proxy.setDown(null)
      await app.close()
      await partners.stop()
    },
  }
}

/** As the worker polls: each channel on its own, and no second round beside one that has not ended. */
function pollsOf({ deps }: TestApp): (partner: Partner) => void {
  const running = new Set<string>()
  return ({ platform }) => {
    if (running.has(platform)) return
    running.add(platform)
    void pollMarketplace(deps, platform).finally(() => running.delete(platform))
  }
}

interface Taken {
  readonly id: string
  readonly externalId: string
  readonly cents: number
  readonly status: string
  readonly pending: string | null
}

interface Wanted {
  readonly storeId: string
  readonly platform: string
  readonly externalIds: readonly string[] | null
}

function takenOrders({ db }: TestApp, wanted: Wanted): Promise<readonly Taken[]> {
  const { storeId, platform, externalIds } = wanted
  return withStoreScope(db, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select([
        'id',
        'external_id as externalId',
        'order_cents as cents',
        'status',
        'pending_action as pending',
      ])
      .where('store_id', '=', storeId)
      .where('platform', '=', platform)
      .$if(externalIds !== null, (query) => query.where('external_id', 'in', externalIds ?? []))
      .$narrowType<{ externalId: string }>()
      .execute(),
  )
}
