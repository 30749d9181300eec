import type { Merchant, ObjectNews, OrderWish, StatusNews } from './records.ts'

/** Typed client of the ordering application's control. */
export function orderingAppControl(url: string) {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`ordering application ${method} ${path}: ${reply.status}`)
    return (await reply.json()) as T
  }
  return {
    setMerchants: (merchants: readonly Merchant[]) => send('PUT', '/merchants', merchants),
    merchant: (merchantId: string) => send<Merchant>('GET', `/merchants/${encodeURIComponent(merchantId)}`),
    placeOrder: (wish: OrderWish) => send<{ orderId: string }>('POST', '/orders', wish),
    orderOf: (orderId: string) =>
      send<{
        lastEvent: string
        deliveryCode: string
        actions: readonly { action: string; body: unknown }[]
      }>('GET', `/orders/${orderId}`),
    emit: (orderId: string, eventType: string, metadata?: object) =>
      send<{ event: Readonly<Record<string, unknown>> }>('POST', `/orders/${orderId}/events`, {
        eventType,
        metadata,
      }),
    setDown: (down: boolean) => send('PUT', '/down', { down }),
    state: () =>
      send<{
        violations: readonly string[]
        polls: number
        menuNews: readonly string[]
        statusNews: readonly StatusNews[]
        objectNews: readonly ObjectNews[]
        waitingEvents: number
      }>('GET', '/state'),
  }
}
