import { simulatorControl } from '../../simulator/control-client.ts'
import { ownChannelCustomer } from './own-channel-customer.ts'
import { placeOpeningOrders } from './opening-orders.ts'
import { spawnSimulator } from '../../simulator/spawn-simulator.ts'
import type { OpenStatus } from '../../contract/stores/stores.ts'
import { catalogOf, prepareDemoIfood, type IfoodMemory } from './demo-ifood.ts'
import { staffCalls } from '../staff/staff-calls.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import { workBoards } from '../staff/work-boards.ts'

export interface DemoTraffic {
  /** Starts the arrival of orders. */
  begin(): void
  /** Why the simulator ended. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

interface DemoPartner extends IfoodMemory {
  readonly id: string
  readonly secret: string
  readonly port: number
  readonly balcaoUrl: string
  /** Whether simulated staff accept and advance what the visitor does not. */
  readonly staff: boolean
  /** Ends a start that is not over. */
  readonly stopping: AbortSignal
}

/** Pause between two orders of the whole demo, an evening's pace; every third comes through a store's own channel. */
const betweenOrdersMs = { low: 30_000, high: 70_000 }
/** How often the staff look at the board. */
const staffLookMs = 10_000
const customerCancels = 0.03

/** Runs the iFood simulator and places orders on both channels over HTTP. */
export async function startDemoTraffic(parts: DemoPartner): Promise<DemoTraffic> {
  const simulator = await spawnSimulator({
    clientId: parts.id,
    clientSecret: parts.secret,
    port: parts.port,
    webhookUrl: `${parts.balcaoUrl}/webhooks/ifood`,
    stopping: parts.stopping,
  })
  const control = simulatorControl(simulator.url)
  try {
    await prepareDemoIfood(control, parts)
    await control.setLively(true)
  } catch (error) {
    // The next start needs the port.
    await simulator.stop()
    throw error
  }
  const calls = staffCalls(parts.balcaoUrl)
  const customer = ownChannelCustomer(calls)
  let timer: NodeJS.Timeout | undefined
  let staffTimer: NodeJS.Timeout | undefined
  let stopped = false
  let count = 0

  const next = (): void => {
    const { low, high } = betweenOrdersMs
    timer = setTimeout(
      () => {
        void order().finally(() => {
          if (!stopped) next()
        })
      },
      count < 3 ? 3_000 : low + Math.random() * (high - low),
    )
  }
  const order = async (): Promise<void> => {
    count += 1
    try {
      const store = await openStore()
      if (!store) return
      if (count % 3 === 0) await customer.order(store)
      else if (count % 8 === 0)
        await control.placeOrder({ merchantId: store.merchantId, scheduledInMinutes: 25 })
      else {
        const { orderId } = await control.placeOrder({ merchantId: store.merchantId })
        if (Math.random() < customerCancels)
          setTimeout(() => void control.cancelByCustomer(orderId).catch(() => {}), 120_000).unref()
      }
    } catch {
      // The server is restarting or stopped; the next order tries again.
    }
  }
  /** Nobody orders from a store that its owner paused or closed. */
  const openStore = async (): Promise<DemoStore | null> => {
    const store = demoStores[Math.floor(Math.random() * demoStores.length)]
    if (!store) return null
    const { open } = await calls.call<OpenStatus>(store, 'GET', `/stores/storeId/${store.id}/open-status`)
    return open ? store : null
  }
  const staffWork = (): void => {
    staffTimer = setTimeout(() => {
      // The server is restarting or stopped; the next look tries again.
      void workBoards(calls)
        .catch(() => {})
        .finally(() => {
          if (!stopped) staffWork()
        })
    }, staffLookMs)
  }
  /** The real iFood keeps its catalog; the simulator has to reload it after a restart. */
  const restoreCatalogs = async (): Promise<void> => {
    const catalogs = await Promise.all(
      demoStores.map(async (store) => catalogOf(store, await customer.menu(store))),
    )
    await control.setMerchants(catalogs)
  }
  const halt = (): void => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(staffTimer)
  }
  return {
    begin: () => {
      void restoreCatalogs()
        .then(() => placeOpeningOrders(control, customer))
        // The server is restarting or stopped; the visitor's first minutes show less.
        .catch(() => {})
        .finally(() => {
          if (stopped) return
          next()
          if (parts.staff) staffWork()
        })
    },
    ended: simulator.ended.then((why) => {
      halt()
      return why
    }),
    stop: async () => {
      halt()
      await simulator.stop()
    },
  }
}
