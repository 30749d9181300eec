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
  const call = callsOf(url, 'dona@balcao.example', storeId)
  const { status, message, data } = await call<{ id?: string; order?: { id: string } }>('POST', '/orders', {
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
  })
  return { status, message, id: data?.id ?? data?.order?.id ?? '' }
}

interface Answer<Data> {
  readonly status: number
  readonly message: string
  readonly data?: Data
}

/** The API as a person of this store uses it without a browser. */
export function callsOf(url: string, email: string, storeId: string) {
  return async <Data>(method: string, path: string, body?: unknown): Promise<Answer<Data>> => {
    const idempotencyKey = randomUUID()
    const call = async () => {
      const { uid, idToken } = await tokenOf(url, email)
      const person = { 'x-user-token': idToken, 'x-user-id': uid, 'x-store-id': storeId }
      return send<Data>(url, method, path, body, { ...person, 'idempotency-key': idempotencyKey })
    }
    const answer = await call()
    if (answer.status !== 401) return answer
    // The token is of an earlier panel that had this port.
    tokens.delete(keyOf(url, email))
    return call()
  }
}

interface Token {
  readonly uid: string
  readonly idToken: string
}
const tokens = new Map<string, Promise<Token>>()
const keyOf = (url: string, email: string): string => `${url} ${email}`

/** A person signs in once per panel. */
function tokenOf(url: string, email: string): Promise<Token> {
  const key = keyOf(url, email)
  const token = tokens.get(key) ?? signedIn(url, email)
  tokens.set(key, token)
  token.catch(() => tokens.delete(key))
  return token
}

async function signedIn(url: string, email: string): Promise<Token> {
  const { data, message } = await send<Token>(url, 'POST', '/identity/sign-in', { email, password })
  if (!data) throw new Error(`${email} cannot sign in: ${message}`)
  return data
}

async function send<Data>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Data>> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { message = '', data } = (await reply.json()) as { message?: string; data?: Data }
  return { status: reply.status, message, ...(data === undefined ? {} : { data }) }
}
