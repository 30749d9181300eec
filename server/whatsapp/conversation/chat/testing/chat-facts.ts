import type { DeliveryQuote } from '../../../../../contract/delivery/quote.ts'
import type { ChatFacts, ChatItem, ChatState, ChatStep } from '../chat-state.ts'
import { stepChat } from '../step.rules.ts'

export const evening = new Date('2026-11-20T22:00:00Z')

export const chatItem = (
  id: string,
  name: string,
  priceCents: number,
  changes: Partial<ChatItem> = {},
): ChatItem => ({
  id,
  categoryId: 'pizzas',
  name,
  description: '',
  externalCode: null,
  priceCents,
  alcoholic: false,
  groups: [],
  ...changes,
})

const border = {
  name: 'Borda',
  min: 0,
  max: 1,
  options: [
    { id: 'catupiry', name: 'Catupiry', priceCents: 800, max: 1 },
    { id: 'cheddar', name: 'Cheddar', priceCents: 700, max: 1 },
  ],
}
const flavours = {
  name: 'Sabores',
  min: 2,
  max: 2,
  options: ['Mussarela', 'Calabresa', 'Portuguesa'].map((name) => ({
    id: name,
    name,
    priceCents: 0,
    max: 2,
  })),
}

/** An open pizzeria that delivers. */
export const chatFacts = (changes: Partial<ChatFacts> = {}): ChatFacts => ({
  now: evening,
  customerName: 'Ana Souza',
  store: {
    name: 'Brasa',
    open: true,
    openText: 'Estamos abertos até 23:00.',
    greeting: '',
    delivers: true,
    takeout: true,
    city: 'São Paulo',
    state: 'SP',
    addressText: 'Rua do Forno, 7, Centro, São Paulo – SP',
    weekText: 'segunda a domingo: 18:00 às 23:00',
    delivery: { feeCents: { min: 700, max: 1_200 }, minutes: { min: 40, max: 70 } },
  },
  menu: {
    categories: [
      { id: 'pizzas', name: 'Pizzas' },
      { id: 'bebidas', name: 'Bebidas' },
    ],
    items: [
      chatItem('calabresa', 'Calabresa', 5_000),
      chatItem('meia', 'Meia a meia', 6_000, { groups: [flavours] }),
      chatItem('marguerita', 'Marguerita', 4_800, { groups: [border] }),
      chatItem('cola', 'Refrigerante 2 litros', 1_200, { categoryId: 'bebidas' }),
    ],
  },
  lastOrder: [],
  addresses: [],
  openOrderText: null,
  isOrderLate: false,
  ...changes,
})

export const servedQuote = (changes: Partial<DeliveryQuote> = {}): DeliveryQuote => ({
  quoteId: '019aa000-0000-7000-8000-000000000001',
  expiresAt: '2026-11-20T22:30:00Z',
  served: true,
  refusal: null,
  zoneId: null,
  zoneName: 'Centro',
  decidedBy: 'district',
  point: null,
  choices: [],
  steps: [
    { kind: 'place', words: 'Centro' },
    { kind: 'zone', words: 'Centro (R$ 7,00, 40–55 min)' },
    { kind: 'modifier', words: 'Chuva até 21:30 (+R$ 3,00)' },
    { kind: 'total', words: 'R$ 10,00, 40–55 min' },
  ],
  feeCents: 1_000,
  minutes: { min: 40, max: 55 },
  minimumCents: 0,
  missingCents: 0,
  courierPayoutCents: null,
  ...changes,
})

export const refusedQuote = (refusal: NonNullable<DeliveryQuote['refusal']>, words: string): DeliveryQuote =>
  servedQuote({ served: false, refusal, feeCents: 0, minutes: null, steps: [{ kind: 'no', words }] })

/** A customer who writes to a store that quotes and accepts orders at once. `replies` collects the store's messages. */
export function chatWith(start: ChatState, facts: ChatFacts, quote: DeliveryQuote = servedQuote()) {
  let state = start
  const replies: string[] = []
  const take = (step: ChatStep): ChatStep => {
    state = step.state
    for (const reply of step.replies) replies.push(reply.body)
    if (step.ask?.type === 'quote') return take(stepChat(state, { type: 'quoted', quote }, facts))
    if (step.ask?.type === 'fee')
      return take(stepChat(state, { type: 'fee', quote, district: step.ask.district }, facts))
    if (step.ask?.type === 'place')
      return take(stepChat(state, { type: 'placed', displayId: '12', minutes: 55 }, facts))
    return step
  }
  return {
    say: (body: string) => take(stepChat(state, { type: 'text', body }, facts)),
    tap: (id: string) => take(stepChat(state, { type: 'choice', id, title: id }, facts)),
    send: (input: Parameters<typeof stepChat>[1], current: ChatFacts = facts) =>
      take(stepChat(state, input, current)),
    state: () => state,
    replies,
  }
}
