import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { readPhone } from '../../../contract/shared/phones.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { placeOwnOrder } from '../../orders/orders.ts'
import type { ContactRow } from '../messaging/contacts.ts'
import { cleanText, clip } from './chat/chat-text.rules.ts'
import type { ChatFacts, ChatInput, ChatState, Draft } from './chat/chat-state.ts'
import { hasAlcohol, itemCents, itemsCents, orderedOptions, totalCents } from './chat/draft.rules.ts'

export interface Placing {
  readonly storeId: string
  readonly conversationId: string
  readonly contact: ContactRow
  readonly state: ChatState
  readonly facts: ChatFacts
}

interface PlacedOrder {
  readonly chat: ChatInput
  readonly orderId: string | null
}

/** Places the order like one by phone. Its external id (conversation and draft number) makes this idempotent. */
export async function placeChatOrder(deps: Deps, placing: Placing): Promise<PlacedOrder> {
  const { storeId, conversationId, state } = placing
  try {
    const order = await placeOwnOrder(deps, {
      storeId,
      body: orderOf(placing),
      now: deps.now(),
      platform: 'whatsapp',
      externalId: `${conversationId}.${state.draft.number}`,
      actor: { uid: null, name: null },
    })
    const promised =
      order.promisedAt === null ? null : Date.parse(order.promisedAt) - Date.parse(order.createdAt)
    const minutes = promised === null ? null : Math.round(promised / 60_000)
    return { chat: { type: 'placed', displayId: order.displayId, minutes }, orderId: order.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return {
      chat: { type: 'refused', reason: reasonOf(error.code), message: error.extras.message ?? '' },
      orderId: null,
    }
  }
}

const reasonOf = (code: string): (ChatInput & { readonly type: 'refused' })['reason'] => {
  if (code === 'delivery/stale-quote') return 'quote'
  if (code === 'order/menu-changed') return 'menu'
  return code === 'order/store-paused' ? 'closed' : 'other'
}

function orderOf({ state, facts, contact }: Placing): PlaceOrderBody {
  const { draft } = state
  const total = totalCents(draft)
  const fee = total - itemsCents(draft)
  return {
    type: draft.type ?? 'TAKEOUT',
    customer: { name: nameOf(state.calledAs ?? contact.name), phone: phoneOf(contact) },
    items: draft.items.map((item) => ({
      menuItemId: item.menuItemId,
      externalCode: null,
      name: item.name,
      quantity: item.quantity,
      unitPriceCents: item.unitPriceCents,
      totalCents: itemCents(item),
      notes: item.notes ?? null,
      options: [...orderedOptions(item)],
    })),
    fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
    discounts: [],
    payments: [paymentOf(draft)],
    orderCents: total,
    delivery: deliveryOf(draft, facts.store),
    notes: notesOf(contact, hasAlcohol(draft, facts.menu)),
    quote: draft.type === 'DELIVERY' && draft.quote ? { id: draft.quote.quoteId } : null,
  }
}

/** Customers choose their own names: reduced to one line, without marks that reverse the board's text. */
const nameOf = (name: string | null): string =>
  clip(cleanText(name ?? '').replaceAll('\n', ' ') || 'Cliente do WhatsApp', 120)

/** As an order's own phone must be; null: none, or one of another country. */
const phoneOf = ({ phone }: ContactRow): string | null => (phone === null ? null : readPhone(`+${phone}`))

/** The courier checks the document anyway, as for every order with alcohol. */
function notesOf(contact: ContactRow, adult: boolean): string | null {
  const abroad = contact.phone !== null && phoneOf(contact) === null
  const notes = [
    ...(abroad ? [`Número de fora do Brasil: ${masked(contact.phone ?? '')}.`] : []),
    ...(adult ? ['Disse na conversa que tem 18 anos ou mais.'] : []),
  ]
  return notes.length > 0 ? notes.join(' ') : null
}

const paymentOf = (draft: Draft): PlaceOrderBody['payments'][number] => ({
  method: draft.payment?.method ?? 'CASH',
  brand: null,
  cents: totalCents(draft),
  prepaid: false,
  changeForCents: draft.payment?.changeForCents ?? null,
})

const deliveryOf = (
  { type, address }: Draft,
  { city, state }: { readonly city: string; readonly state: string },
): PlaceOrderBody['delivery'] =>
  type === 'DELIVERY' && address
    ? { address: { ...address, city: address.city ?? city, state: (address.state ?? state).slice(0, 2) } }
    : null

const masked = (phone: string): string => `•••• ${phone.slice(-4)}`
