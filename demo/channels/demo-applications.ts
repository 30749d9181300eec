import type { ChannelView, IntegrationView } from '../../contract/integrations/integrations.ts'
import type { Platform } from '../../contract/shared/channels.ts'
import { orderingAppControl } from '../../simulator/open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../../simulator/spawn-program.ts'
import type { ChannelFees, ChannelFeesView } from '../../contract/integrations/fees.ts'
import { demoMenu } from '../demo-menus.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import { asOwner, staffCalls, type StaffCalls } from '../staff/staff-calls.ts'

/** An ordering application that the demo plays beside iFood. */
export interface DemoApplication {
  readonly platform: Platform
  /** The first store as the application's portal names it. */
  readonly merchantId: string
  /** The id that our software gives it. */
  readonly softwareId: string
  readonly spawn: (stopping: AbortSignal) => Promise<SpawnedSimulator>
  /** Connects the first store as its owner would. */
  readonly connect: (owner: OwnerCalls, merchantId: string) => Promise<void>
  /** What the store's contract says, as its past orders were estimated by. */
  readonly fees: ChannelFees
  /** Its tokens end with the simulator, so that its owner consents again at each start. */
  readonly asksAgain?: true
}

type OwnerCalls = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>

/** Pause between two orders of one application, slower than iFood's. */
const betweenOrdersMs = { low: 90_000, high: 180_000 }

/** Runs the simulator, connects the first store once the server answers, and places orders there. */
export async function startDemoApplication(
  application: DemoApplication,
  { balcaoUrl, stopping }: { readonly balcaoUrl: string; readonly stopping: AbortSignal },
) {
  const [store] = demoStores
  if (!store) throw new Error('The demo has a store')
  const simulator = await application.spawn(stopping)
  const control = orderingAppControl(simulator.url)
  const calls = staffCalls(balcaoUrl)
  const orders = ordersEvery(betweenOrdersMs, async () => {
    if (await sells(calls, store))
      await control.placeOrder({ merchantId: application.merchantId, fields: orderOf(store) })
  })
  const begin = async (): Promise<void> => {
    const { platform, merchantId, softwareId } = application
    const known = await asOwner(balcaoUrl, (owner) => connectionOf(owner, store, platform))
    // It knows nothing of its last run; the store still has its connection.
    const remembered = known && {
      softwareId,
      webhookUrl: `${balcaoUrl}/webhooks/${platform}/v1/newEvent`,
    }
    await control.setMerchants([{ merchantId, name: store.name, ...remembered }])
    // A store that a visitor disconnected stays so.
    if (!known || (known.status === 'active' && application.asksAgain))
      await asOwner(balcaoUrl, async ({ call }) => {
        const owner: OwnerCalls = (method, path, body) => call(store, method, path, body)
        await application.connect(owner, merchantId)
        if (!known) await saveFees(owner, application)
      })
    orders.begin()
  }
  // The server is restarting or stopped; the board shows the other channels.
  const begun = begin().catch(() => {})
  return {
    /** Settles once the store is connected, or is left as a visitor wants it. */
    begun,
    ended: simulator.ended.then((why) => {
      orders.stop()
      return why
    }),
    stop: async () => {
      orders.stop()
      await simulator.stop()
    },
  }
}

async function saveFees(owner: OwnerCalls, { platform, fees }: DemoApplication): Promise<void> {
  const path = '/integrations/fees/mine'
  const { version, today } = await owner<ChannelFeesView>('GET', `${path}?type=${platform}`)
  await owner('PUT', path, { type: platform, fromDay: today, fees, version })
}

/** By our software's id, as Keeta does it. */
export async function connectById(platform: Platform, call: OwnerCalls, merchantId: string): Promise<void> {
  await call('POST', '/integrations/enableIntegration/mine', { type: platform, merchantId })
}

/** By the owner's consent at the application's page, as at aiqfome. */
export async function connectByConsent(
  platform: Platform,
  call: OwnerCalls,
  merchantId: string,
): Promise<void> {
  const of = { type: platform }
  const begun = await call<ChannelView>('POST', '/integrations/setup/mine', {
    ...of,
    way: 'code',
    version: 0,
  })
  const page = `${begun.setup?.verificationUrl ?? ''}&loja=${encodeURIComponent(merchantId)}`
  const consent = await fetch(page, { redirect: 'manual' })
  const authorised = await call<ChannelView>('POST', '/integrations/setup/code/mine', {
    ...of,
    authorizationCode: consent.headers.get('location') ?? '',
    version: begun.setup?.version ?? 0,
  })
  const enabled = await call<ChannelView>('POST', '/integrations/enableIntegration/mine', {
    ...of,
    merchantId,
    version: authorised.setup?.version ?? 0,
  })
  // A channel that worked before asks for no test order.
  if (enabled.setup)
    await call('POST', '/integrations/setup/finish/mine', { ...of, version: enabled.setup.version })
}

/** Null: it was never connected. */
async function connectionOf(
  { call }: StaffCalls,
  store: DemoStore,
  platform: Platform,
): Promise<IntegrationView | null> {
  const { channels } = await call<{ channels: readonly ChannelView[] }>(store, 'GET', '/integrations/mine')
  return channels.find(({ type }) => type === platform)?.integration ?? null
}

/** Nobody orders from a store that its owner paused or closed. */
async function sells({ call }: StaffCalls, store: DemoStore): Promise<boolean> {
  const path = `/stores/storeId/${store.id}/open-status`
  return (await call<{ open: boolean }>(store, 'GET', path)).open
}

function ordersEvery({ low, high }: typeof betweenOrdersMs, order: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const next = (afterMs: number): void => {
    timer = setTimeout(() => {
      void order()
        // The server or the simulator is restarting; the next order tries again.
        .catch(() => {})
        .finally(() => {
          if (!stopped) next(low + Math.random() * (high - low))
        })
    }, afterMs)
  }
  return {
    begin: () => {
      if (!stopped) next(2_000)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const reais = (cents: number) => ({ value: cents / 100, currency: 'BRL' })
const feeCents = 700

/** Two of the store's dishes and the delivery, paid in the application. */
function orderOf(store: DemoStore): Readonly<Record<string, unknown>> {
  const sold = demoMenu(store).items.filter(({ ifoodCents }) => ifoodCents !== null)
  const from = Math.floor(Math.random() * sold.length)
  const items = [sold[from], sold[(from + 1) % sold.length]].flatMap((dish, index) =>
    dish
      ? [
          {
            id: dish.partnerItemId,
            index,
            name: dish.name,
            externalCode: dish.code,
            unit: 'UN',
            quantity: 1,
            unitPrice: reais(dish.ifoodCents ?? 0),
            totalPrice: reais(dish.ifoodCents ?? 0),
          },
        ]
      : [],
  )
  const itemsCents = items.reduce((sum, { totalPrice }) => sum + Math.round(totalPrice.value * 100), 0)
  const total = (itemsCents + feeCents) / 100
  return {
    items,
    otherFees: [{ name: 'Entrega', type: 'DELIVERY_FEE', receivedBy: 'MERCHANT', price: reais(feeCents) }],
    discounts: [],
    total: {
      itemsPrice: reais(itemsCents),
      otherFees: reais(feeCents),
      discount: reais(0),
      orderAmount: reais(itemsCents + feeCents),
    },
    payments: {
      prepaid: total,
      pending: 0,
      methods: [{ value: total, currency: 'BRL', type: 'PREPAID', method: 'PIX' }],
    },
  }
}
