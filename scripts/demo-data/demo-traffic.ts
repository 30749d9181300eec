import { randomUUID } from 'node:crypto'
import { simulatorControl } from '../../simulator/control-client.ts'
import { spawnSimulator } from '../../simulator/spawn-simulator.ts'
import { demoPassword, demoPeople, demoStores } from './demo-stores.ts'

export interface DemoTraffic {
  /** Orders begin to arrive. */
  begin(): void
  stop(): Promise<void>
}

/** Between two orders of the whole demo; every third comes through a store's own channel. */
const betweenOrdersMs = { low: 18_000, high: 40_000 }

/** Runs the iFood simulator and lets customers order, on both channels, over HTTP. */
export async function startDemoTraffic(parts: {
  id: string
  secret: string
  port: number
  balcaoUrl: string
}): Promise<DemoTraffic> {
  const simulator = await spawnSimulator({
    clientId: parts.id,
    clientSecret: parts.secret,
    port: parts.port,
    webhookUrl: `${parts.balcaoUrl}/webhooks/ifood`,
  })
  const control = simulatorControl(simulator.url)
  await control.setMerchants(
    demoStores.map(({ merchantId, name, menu }) => ({
      merchantId,
      name,
      menu: menu.map(({ code, name: dish, cents }) => ({ code, name: dish, cents })),
    })),
  )
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
      // The server is restarting or gone; the next customer tries again.
    }
  }
  return {
    begin: next,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await simulator.stop()
    },
  }
}

/** A store's own menu site, as it will call us: signs in, then sends orders with an idempotency key. */
function ownChannelCustomer(url: string) {
  let session: { uid: string; idToken: string; until: number } | null = null
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = async () => {
    if (session && session.until > Date.now()) return session
    const reply = await post('/identity/sign-in', { email: demoPeople[0]?.email, password: demoPassword })
    const { data } = (await reply.json()) as { data: { uid: string; idToken: string } }
    session = { ...data, until: Date.now() + 50 * 60_000 }
    return session
  }
  return {
    order: async () => {
      const { uid, idToken } = await signedIn()
      const own = demoStores.slice(0, 6)
      const store = own[Math.floor(Math.random() * own.length)]
      const dish = store?.menu[Math.floor(Math.random() * store.menu.length)]
      if (!store || !dish) return
      const takeout = Math.random() < 0.3
      const quantity = Math.random() < 0.7 ? 1 : 2
      const fee = takeout ? 0 : 600
      const total = dish.cents * quantity + fee
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
              externalCode: dish.code,
              name: dish.name,
              quantity,
              unitPriceCents: dish.cents,
              totalCents: dish.cents * quantity,
              notes: Math.random() < 0.2 ? 'Sem cebola' : null,
              options: [],
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
        {
          'x-user-token': idToken,
          'x-user-id': uid,
          'x-store-id': store.id,
          'idempotency-key': randomUUID(),
        },
      )
    },
  }
}
