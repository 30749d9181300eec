import { randomUUID } from 'node:crypto'
import type { PlaceOrderBody } from '../contract/orders/orders.ts'
import type { AdvanceAction } from '../contract/orders/states.ts'
import type { advanceOrders } from '../contract/orders/work.ts'
import type { Reply } from '../contract/shared/route.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { ownOrder } from '../server/testing/orders.ts'
import { password } from './panel.ts'

interface Session {
  readonly uid: string
  readonly idToken: string
}

/** The owner's; one sign-in for all orders of a panel. */
const sessions = new Map<string, Promise<Session>>()

/** Places an order the way the store's menu site does. */
export async function placeOrder(
  url: string,
  storeId: string,
  customer: string,
  changes: Partial<PlaceOrderBody> = {},
): Promise<{ readonly status: number; readonly message: string; readonly id: string }> {
  const body = {
    type: 'TAKEOUT',
    customer: { name: customer, phone: null },
    items: [
      {
        externalCode: 'A-1',
        name: 'Pastel',
        quantity: 1,
        unitPriceCents: 1_500,
        totalCents: 1_500,
        notes: null,
        options: [],
      },
    ],
    payments: [{ method: 'PIX', brand: null, cents: 1_500, prepaid: true, changeForCents: null }],
    orderCents: 1_500,
    ...changes,
  }
  const reply = await callAsOwner(url, storeId, '/orders', body)
  const { message, data } = (await reply.json()) as {
    message?: string
    data?: { id?: string; order?: { id: string } }
  }
  return { status: reply.status, message: message ?? '', id: data?.id ?? data?.order?.id ?? '' }
}

/** A column of the board, and the steps that lead there. */
const stepsTo = {
  new: [],
  kitchen: ['confirm'],
  ready: ['confirm', 'ready'],
} as const satisfies Record<string, readonly AdvanceAction[]>

interface Wanted {
  /** By the store's own courier; otherwise the customer collects. */
  readonly delivery?: boolean
  readonly storeId?: string
  readonly phone?: string | null
  /** Its dishes, notes and sum. */
  readonly order?: Partial<PlaceOrderBody>
}

/**
 * An order of the store's own channel in a column of the board; returns its id. A test works on an order of its own: those
 * of the demo differ from day to day in type, courier and place.
 */
export async function orderIn(
  column: keyof typeof stepsTo,
  url: string,
  customer: string,
  { delivery = false, storeId = demoStores[0]?.id ?? '', phone = null, order = {} }: Wanted = {},
): Promise<string> {
  const { status, message, id } = await placeOrder(url, storeId, customer, {
    customer: { name: customer, phone },
    ...(delivery ? { type: 'DELIVERY', delivery: ownOrder().delivery } : {}),
    ...order,
  })
  if (status !== 200) throw new Error(`the order was not placed: ${message}`)
  for (const action of stepsTo[column]) await advanceOrder(url, storeId, id, action)
  return id
}

async function advanceOrder(url: string, storeId: string, id: string, action: AdvanceAction): Promise<void> {
  const reply = await callAsOwner(url, storeId, '/orders/advance', { orderIds: [id], action })
  const { data } = (await reply.json()) as { data: Reply<typeof advanceOrders> }
  for (const { refusal } of data.results) if (refusal) throw new Error(`${action}: ${refusal.message}`)
}

async function callAsOwner(url: string, storeId: string, path: string, body: unknown): Promise<Response> {
  const { uid, idToken } = await ownerOf(url)
  const key = randomUUID()
  const headers = { 'x-user-token': idToken, 'x-user-id': uid, 'x-store-id': storeId, 'idempotency-key': key }
  const reply = await post(url, path, body, headers)
  if (reply.status !== 401) return reply
  // A test ended the owner's sessions.
  sessions.delete(url)
  return post(url, path, body, { ...headers, 'x-user-token': (await ownerOf(url)).idToken })
}

function ownerOf(url: string): Promise<Session> {
  const session = sessions.get(url) ?? signIn(url)
  sessions.set(url, session)
  session.catch(() => sessions.delete(url))
  return session
}

async function signIn(url: string): Promise<Session> {
  const reply = await post(url, '/identity/sign-in', { email: 'dona@balcao.example', password }, {})
  return ((await reply.json()) as { data: Session }).data
}

const post = (url: string, path: string, body: unknown, headers: Readonly<Record<string, string>>) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
