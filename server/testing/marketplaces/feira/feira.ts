import * as z from 'zod/mini'
import { request } from 'undici'
import type { EventNews, MarketplaceEvent } from '../../../marketplaces/marketplace-event.ts'
import type { MarketplaceKind } from '../../../marketplaces/marketplace-kind.ts'
import type { MarketplaceOrder } from '../../../marketplaces/marketplace-order.ts'
import { readJson } from '../../../marketplaces/sanitise/read-json.ts'
import { readDocument } from '../../../marketplaces/sanitise/fit-to-schema.ts'
import type { Marketplace } from '../../../marketplaces/marketplace.ts'
import { MarketplaceError } from '../../../marketplaces/marketplace-error.ts'

export const platform = 'feira'

/** The folder of a second marketplace: everything that knows it. */
export const feira = (url: string): MarketplaceKind => ({
  platform,
  isConfigured: () => true,
  connect: () => connect(url),
})

function connect(url: string): Marketplace {
  const ask = async (path: string, body?: string, signal?: AbortSignal): Promise<unknown> => {
    const reply = await request(`${url}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
    const text = await reply.body.text()
    if (reply.statusCode === 404) throw new MarketplaceError(platform, 'not-found', path)
    return readJson(platform, text)
  }
  return {
    platform,
    events: { read: feiraEvent },
    polling: {
      maxMerchants: 20,
      maxAcknowledged: 50,
      poll: async (shops, signal) => {
        const sent = z.parse(z.array(z.unknown()), await ask(`poll/${shops.join(',')}`, undefined, signal))
        return sent.flatMap((raw) => feiraEvent(raw) ?? [])
      },
      acknowledge: async (ids) => {
        if (ids.length > 0) await ask('seen', ids.join(','))
      },
    },
    orders: {
      read: async (id) => feiraOrder(await ask(`orders/${id}`)),
      request: async (id, { action }) => {
        if (action !== 'confirm') throw new MarketplaceError(platform, 'refused', action)
        await ask(`accept/${id}`, '')
        return 'taken'
      },
    },
    status: {
      read: async (shop, signal) => {
        const { up } = z.parse(z.object({ up: z.boolean() }), await ask(`shops/${shop}`, undefined, signal))
        return { available: up, said: null, failed: [], reopenable: true }
      },
    },
  }
}

const eventDocument = z.looseObject({
  n: z.string(),
  what: z.string(),
  order: z.string(),
  shop: z.string(),
  when: z.int(),
})

const words: Readonly<Record<string, EventNews>> = {
  NOVO: { type: 'placed' },
  ACEITO: { type: 'confirmed' },
}

/** Feira says that a customer complains, and takes no answer. */
const complaint = (orderId: string): EventNews => ({
  type: 'dispute-opened',
  dispute: {
    disputeId: orderId,
    kind: 'COMPLAINT',
    handshakeType: null,
    message: 'Veio frio',
    askedCents: null,
    expiresAt: null,
    timeoutAction: null,
    reasons: [],
    alternatives: [],
    claims: [],
    photos: [],
  },
})

function feiraEvent(raw: unknown): MarketplaceEvent | null {
  const read = z.safeParse(eventDocument, raw)
  if (!read.success) return null
  const { n: id, what: code, order: orderId, shop: merchantId, when } = read.data
  const news = code === 'RECLAMA' ? complaint(orderId) : (words[code] ?? { type: 'other', details: null })
  return { id, code, orderId, merchantId, at: new Date(when * 1_000), raw: read.data, ...news }
}

const orderDocument = z.looseObject({
  id: z.string(),
  shop: z.string(),
  number: z.string(),
  placed: z.int(),
  buyer: z.string(),
  freight: z.int(),
  lines: z.array(z.object({ title: z.string(), qty: z.int(), each: z.int() })),
  paid: z.int(),
})

function feiraOrder(document: unknown): MarketplaceOrder {
  const { value: order, doubts } = readDocument(orderDocument, document)
  return {
    externalId: order.id,
    merchantId: order.shop,
    displayId: order.number,
    type: 'DELIVERY',
    timing: 'INSTANT',
    createdAt: new Date(order.placed * 1_000),
    promisedAt: null,
    preparationStartAt: null,
    customer: { name: order.buyer, phone: null, document: null, ordersCount: null },
    items: order.lines.map(({ title, qty, each }) => ({
      name: title,
      externalCode: null,
      quantity: qty,
      unitPriceCents: each,
      totalCents: each * qty,
      notes: null,
      options: [],
    })),
    fees: [{ type: 'DELIVERY_FEE', cents: order.freight, receivedBy: 'MERCHANT' }],
    discounts: [],
    payments: [{ method: 'PIX', brand: null, cents: order.paid, prepaid: true, changeForCents: null }],
    delivery: null,
    schedule: null,
    indoor: null,
    notes: null,
    orderCents: order.paid,
    isTest: false,
    doubts,
    raw: document as MarketplaceOrder['raw'],
  }
}
