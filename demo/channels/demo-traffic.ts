import { randomUUID } from 'node:crypto'
import { simulatorControl } from '../../simulator/control-client.ts'
import { spawnSimulator } from '../../simulator/spawn-simulator.ts'
import type { readMyMenu } from '../../contract/menu/menu.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { OpenStatus } from '../../contract/stores/stores.ts'
import { chargedOptions, optionsCents } from '../../contract/menu/option-prices.ts'
import { catalogOf, prepareDemoIfood, type IfoodMemory } from './demo-ifood.ts'
import { staffCalls, type StaffCalls } from '../staff/staff-calls.ts'
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
  /** What a visitor should find at any hour: an allergy, an order for later, a refund that a customer asks for. */
  const openingOrders = async (): Promise<void> => {
    const [store] = demoStores
    if (!store) return
    await customer.order(store, 'Alergia a amendoim: não usar nem na fritura')
    await control.placeOrder({ merchantId: store.merchantId, scheduledInMinutes: 90 })
    const { orderId } = await control.placeOrder({ merchantId: store.merchantId })
    await control.dispute(orderId, {
      action: 'PROPOSED_AMOUNT_REFUND',
      amount: 7.5,
      expiresInMinutes: 45,
    })
  }
  const halt = (): void => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(staffTimer)
  }
  return {
    begin: () => {
      void restoreCatalogs()
        .then(openingOrders)
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

/** Acts like a store's own menu site: reads the menu, sends orders with an idempotency key. */
function ownChannelCustomer({ call }: StaffCalls) {
  const menu = (store: DemoStore) => call<Reply<typeof readMyMenu>>(store, 'GET', '/menu/mine')
  return {
    menu,
    order: async (store: DemoStore, notes = Math.random() < 0.2 ? 'Sem cebola' : null) => {
      const { items, optionGroups } = await menu(store)
      const sold = items.filter((item) => item.status === 'AVAILABLE')
      const dish = sold[Math.floor(Math.random() * sold.length)]
      if (!dish) return
      const takeout = Math.random() < 0.3
      const quantity = Math.random() < 0.7 ? 1 : 2
      const fee = takeout ? 0 : 600
      const chosen = optionGroups
        .filter((group) => dish.optionGroupIds.includes(group.id))
        .flatMap(({ name: groupName, minPermitted, priceMethod, options: all }) =>
          all.slice(0, minPermitted).map(({ id: menuOptionId, name, priceCents }) => {
            return { menuOptionId, name, groupName, quantity: 1, priceCents, priceMethod }
          }),
        )
      const options = chargedOptions(chosen).map((charge) => {
        const option = chosen.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
        return { ...charge, name: option?.name ?? '', groupName: option?.groupName ?? null }
      })
      const each = dish.priceCents + optionsCents(chosen)
      const total = each * quantity + fee
      const area = store.state === 'AM' ? '92' : '11'
      await call(
        store,
        'POST',
        '/orders',
        {
          type: takeout ? 'TAKEOUT' : 'DELIVERY',
          customer: {
            name: ['Teresa Lopes', 'Igor Matos', 'Bianca Reis', 'Ruy Farias'][Math.floor(Math.random() * 4)],
            phone: `+55${area}9${String(80_000_000 + Math.floor(Math.random() * 900))}`,
          },
          items: [
            {
              menuItemId: dish.id,
              externalCode: dish.externalCode,
              name: dish.name,
              quantity,
              unitPriceCents: dish.priceCents,
              totalCents: each * quantity,
              notes,
              options,
            },
          ],
          fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
          payments: [{ method: 'PIX', brand: null, cents: total, prepaid: true, changeForCents: null }],
          orderCents: total,
          delivery: takeout
            ? null
            : {
                address: {
                  street: 'Rua das Acácias',
                  number: '12',
                  complement: null,
                  reference: null,
                  district: store.district,
                  city: store.city,
                  state: store.state,
                  zipCode: store.zipCode,
                  lat: null,
                  lng: null,
                },
              },
        },
        { 'idempotency-key': randomUUID() },
      )
    },
  }
}
