import { randomUUID } from 'node:crypto'
import type { PlaceOrderBody } from '../contract/orders/orders.ts'
import { password } from './panel.ts'

/** Places an order the way the store's menu site does. */
export async function placeOrder(
  url: string,
  storeId: string,
  customer: string,
  changes: Partial<PlaceOrderBody> = {},
): Promise<{ readonly status: number; readonly message: string; readonly id: string }> {
  const order = {
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
  const key = randomUUID()
  const send = async () => {
    const { uid, idToken } = await sessionAt(url)
    return post(url, '/orders', order, {
      'x-user-token': idToken,
      'x-user-id': uid,
      'x-store-id': storeId,
      'idempotency-key': key,
    })
  }
  let reply = await send()
  if (reply.status === 401) {
    // The session is of an earlier panel that had this port.
    sessions.delete(url)
    reply = await send()
  }
  const body = (await reply.json()) as { message?: string; data?: { id?: string; order?: { id: string } } }
  return {
    status: reply.status,
    message: body.message ?? '',
    id: body.data?.id ?? body.data?.order?.id ?? '',
  }
}

interface Session {
  readonly uid: string
  readonly idToken: string
}
const sessions = new Map<string, Promise<Session>>()

/** The menu site signs in once. */
function sessionAt(url: string): Promise<Session> {
  const session = sessions.get(url) ?? signIn(url)
  sessions.set(url, session)
  session.catch(() => sessions.delete(url))
  return session
}

async function signIn(url: string): Promise<Session> {
  const reply = await post(url, '/identity/sign-in', { email: 'dona@balcao.example', password })
  if (!reply.ok) throw new Error(`the menu site cannot sign in: ${reply.status}`)
  return ((await reply.json()) as { data: Session }).data
}

const post = (
  url: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
