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
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/identity/sign-in', { email: 'dona@balcao.example', password })
  const { data } = (await session.json()) as { data: { uid: string; idToken: string } }
  const reply = await post(
    '/orders',
    {
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
    },
    {
      'x-user-token': data.idToken,
      'x-user-id': data.uid,
      'x-store-id': storeId,
      'idempotency-key': randomUUID(),
    },
  )
  const body = (await reply.json()) as { message?: string; data?: { id?: string; order?: { id: string } } }
  return {
    status: reply.status,
    message: body.message ?? '',
    id: body.data?.id ?? body.data?.order?.id ?? '',
  }
}
