import { randomUUID } from 'node:crypto'
import { simulatorControl } from '../simulator/control-client.ts'
import { spawnSimulator } from '../simulator/spawn-simulator.ts'
import type { MenuItem, readMyMenu } from '../contract/menu/menu.ts'
import type { Reply } from '../contract/shared/route.ts'
import { demoMenu } from './demo-menus.ts'
import { demoPassword, demoPeople, demoStores, type DemoStore } from './demo-stores.ts'
import type { KnownReview } from './known-reviews.ts'

export interface DemoTraffic {
  /** Starts the arrival of orders. */
  begin(): void
  /** Why the simulator ended. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** Pause between two orders of the whole demo; every third comes through a store's own channel. */
const betweenOrdersMs = { low: 18_000, high: 40_000 }

/** Runs the iFood simulator and places orders on both channels over HTTP. */
export async function startDemoTraffic(parts: {
  id: string
  secret: string
  port: number
  balcaoUrl: string
  reviews: readonly KnownReview[]
}): Promise<DemoTraffic> {
  const simulator = await spawnSimulator({
    clientId: parts.id,
    clientSecret: parts.secret,
    port: parts.port,
    webhookUrl: `${parts.balcaoUrl}/webhooks/ifood`,
  })
  const control = simulatorControl(simulator.url)
  await control.setMerchants(demoStores.map((store) => catalogOf(store, [])))
  await control.setReviews(parts.reviews)
  await control.setBooks({ differences: 'some' })
  await control.setLively(true)
  const customer = ownChannelCustomer(parts.balcaoUrl)
  let timer: NodeJS.Timeout | undefined
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
    const store = demoStores[Math.floor(Math.random() * demoStores.length)]
    if (!store) return
    try {
      if (count % 3 === 0) await customer.order()
      else if (count % 8 === 0)
        await control.placeOrder({ merchantId: store.merchantId, scheduledInMinutes: 25 })
      else {
        const { orderId } = await control.placeOrder({ merchantId: store.merchantId })
        if (Math.random() < 0.06)
          setTimeout(() => void control.cancelByCustomer(orderId).catch(() => {}), 120_000).unref()
      }
    } catch {
      // The server is restarting or stopped; the next order tries again.
    }
  }
  /** The real iFood keeps its catalog; the simulator has to reload it after a restart. */
  const restoreCatalogs = async (): Promise<void> => {
    const catalogs = await Promise.all(
      demoStores.map(async (store) => catalogOf(store, (await customer.menu(store)).items)),
    )
    await control.setMerchants(catalogs)
  }
  return {
    begin: () => {
      void restoreCatalogs()
        .catch(() => {})
        .finally(() => {
          if (!stopped) next()
        })
    },
    ended: simulator.ended.then((why) => {
      stopped = true
      clearTimeout(timer)
      return why
    }),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await simulator.stop()
    },
  }
}

/** A store's catalog at iFood, with the status and price last accepted from us. */
function catalogOf(store: DemoStore, items: readonly MenuItem[]) {
  return {
    merchantId: store.merchantId,
    name: store.name,
    timezone: store.timezone,
    menu: demoMenu(store).items.flatMap(({ ifoodCents, partnerItemId, code, name, category }) => {
      if (ifoodCents === null) return []
      const channel = items.find((item) => item.externalCode === code)?.channels[0]
      return [
        {
          itemId: partnerItemId,
          code,
          name,
          category,
          cents: channel?.priceCents ?? ifoodCents,
          status: channel?.status ?? ('AVAILABLE' as const),
        },
      ]
    }),
  }
}

/** Acts like a store's own menu site: signs in, reads the menu, sends orders with an idempotency key. */
function ownChannelCustomer(url: string) {
  const sessions = new Map<string, { uid: string; idToken: string; until: number }>()
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = async (store: DemoStore) => {
    const email = ownerOf(store)
    const known = sessions.get(email)
    if (known && known.until > Date.now()) return known
    const reply = await post('/identity/sign-in', { email, password: demoPassword })
    const { data } = (await reply.json()) as { data: { uid: string; idToken: string } }
    const session = { ...data, until: Date.now() + 50 * 60_000 }
    sessions.set(email, session)
    return session
  }
  const headersFor = async (store: DemoStore) => {
    const { uid, idToken } = await signedIn(store)
    return { 'x-user-token': idToken, 'x-user-id': uid, 'x-store-id': store.id }
  }
  const menu = async (store: DemoStore) => {
    const reply = await fetch(`${url}/api/menu/mine`, { headers: await headersFor(store) })
    return ((await reply.json()) as { data: Reply<typeof readMyMenu> }).data
  }
  return {
    menu,
    order: async () => {
      const own = demoStores.slice(0, 6)
      const store = own[Math.floor(Math.random() * own.length)]
      if (!store) return
      const { items, optionGroups } = await menu(store)
      const sold = items.filter((item) => item.status === 'AVAILABLE')
      const dish = sold[Math.floor(Math.random() * sold.length)]
      if (!dish) return
      const takeout = Math.random() < 0.3
      const quantity = Math.random() < 0.7 ? 1 : 2
      const fee = takeout ? 0 : 600
      const options = optionGroups
        .filter((group) => dish.optionGroupIds.includes(group.id))
        .flatMap((group) =>
          group.options.slice(0, group.minPermitted).map((option) => ({
            menuOptionId: option.id,
            name: option.name,
            groupName: group.name,
            quantity: 1,
            unitPriceCents: option.priceCents,
          })),
        )
      const each = dish.priceCents + options.reduce((sum, option) => sum + option.unitPriceCents, 0)
      const total = each * quantity + fee
      const area = store.state === 'AM' ? '92' : '11'
      await post(
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
              notes: Math.random() < 0.2 ? 'Sem cebola' : null,
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
        { ...(await headersFor(store)), 'idempotency-key': randomUUID() },
      )
    },
  }
}

function ownerOf(store: DemoStore): string {
  const index = demoStores.indexOf(store)
  const owner = demoPeople.find((person) => person.access.some(([at, role]) => at === index && role === 3))
  return owner?.email ?? ''
}
