import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highestOrderCents } from '../../../../contract/orders/orders.ts'
import type { MessageContent } from '../../messaging/messaging-driver.ts'
import { chatPlaces, newChat, type ChatInput, type ChatState, type ChatStep } from './chat-state.ts'
import { itemsCents, totalCents } from './draft.rules.ts'
import { handedToPerson } from './replies.rules.ts'
import { handedBack, stepChat } from './step.rules.ts'
import { chatFacts, chatItem, refusedQuote, servedQuote } from './testing/chat-facts.ts'

const plainFacts = chatFacts()
const manyItems = Array.from({ length: 60 }, (_, index) =>
  chatItem(`i${index}`, `${'Prato muito comprido '.repeat(1 + (index % 9))}${index}`, index * 100_000, {
    alcoholic: index % 3 === 0,
    categoryId: index % 7 === 0 ? null : index % 2 === 0 ? 'pizzas' : 'bebidas',
    description: 'x'.repeat(300),
  }),
)
const worlds = [
  plainFacts,
  chatFacts({ menu: { categories: [], items: [] } }),
  chatFacts({ menu: { ...plainFacts.menu, items: [...plainFacts.menu.items, ...manyItems] } }),
  chatFacts({ store: { ...plainFacts.store, open: false } }),
  chatFacts({ store: { ...plainFacts.store, delivers: false } }),
  chatFacts({ store: { ...plainFacts.store, takeout: false, name: 'Loja '.repeat(40) }, customerName: null }),
]
const ids = [
  ...['calabresa', 'meia', 'marguerita', 'cola', 'i0', 'i59', 'nada'].map((id) => `item:${id}`),
  ...['catupiry', 'Mussarela', 'nada'].map((id) => `option:${id}`),
  ...['menu:0', 'menu:1', 'menu:99', 'menu:-1', 'category:pizzas:0', 'category:bebidas:5', 'category:x:0'],
  ...[
    'options:done',
    'options:1',
    'repeat',
    'resume',
    'back',
    'more',
    'undo',
    'takeout',
    'address:0',
    'address:x',
    'none',
    'line:quantity:calabresa:3',
    'line:remove:calabresa:',
    'line:note:cola:sem gelo',
    'line:more:cola:99',
  ],
  ...['pay:PIX', 'pay:CASH', 'pay:GOLD', 'change:none', 'confirm', 'discard', 'person', '', ':::'],
]
const words = [
  ...[
    'oi',
    '1',
    '2',
    '9',
    '99',
    '1 e 2',
    '2x 1',
    'calabresa',
    '3 calabresa',
    '99 calabresa',
    'sim',
    'não',
    'mais',
  ],
  ...[
    'Rua das Flores, 10, Centro',
    'Rua A',
    '10',
    'Centro',
    '01310-100',
    'pix',
    'dinheiro',
    '100',
    'R$ 0,01',
    '-5',
  ],
  ...[
    'atendente',
    'PARAR',
    'voltar',
    'cancelar',
    'obrigado',
    '👍',
    '\u202E\u200B',
    '',
    ' ',
    '\n\n',
    'a'.repeat(5_000),
    'sou menor de idade',
    '2 calabresa sem cebola, 1 meia a meia e um refrigerante',
    'tira a calabresa',
    'na verdade são 3',
    'mais um',
    'troca a calabresa por marguerita',
    'sem cebola',
    'aceita pix? qual a taxa pro centro?',
    'cadê meu pedido?',
    'calabresa, rua das flores 10, centro, no pix',
    '1 calabresa pra retirar',
  ],
]
const input: fc.Arbitrary<ChatInput | 'owner' | 'back'> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ids).map((id) => ({ type: 'choice' as const, id, title: id })) },
  { weight: 6, arbitrary: fc.constantFrom(...words).map((body) => ({ type: 'text' as const, body })) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', maxLength: 80 }).map((body) => ({ type: 'text' as const, body })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }))
      .map(([latitude, longitude]) => ({ type: 'location' as const, latitude, longitude, address: null })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'other' as const, what: 'audio' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ChatInput>(
      { type: 'quoted', quote: servedQuote() },
      { type: 'placed', displayId: '1', minutes: null },
      { type: 'refused', reason: 'menu', message: 'O cardápio mudou.' },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('owner' as const, 'back' as const) },
)
/** Most random walks never order, so some start halfway through an order. */
const onTheWay: readonly ChatInput[] = [
  { type: 'text', body: 'oi' },
  { type: 'choice', id: 'item:calabresa', title: '' },
  { type: 'text', body: 'Rua das Flores, 10, Centro' },
  { type: 'choice', id: 'pay:PIX', title: '' },
  { type: 'choice', id: 'confirm', title: '' },
]
const walk = fc
  .tuple(fc.integer({ min: 0, max: onTheWay.length }), fc.array(input, { maxLength: 60 }))
  .map(([steps, rest]) => [...onTheWay.slice(0, steps), ...rest])
const answers = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 })

function answerOf(step: ChatStep, choice: number): ChatInput | null {
  if (step.ask?.type === 'quote')
    return {
      type: 'quoted',
      quote:
        [servedQuote(), servedQuote({ feeCents: 0 }), servedQuote({ missingCents: 500 })][choice] ??
        refusedQuote(choice === 3 ? 'outside' : choice === 4 ? 'unset' : 'closed', 'não dá'),
    }
  if (step.ask?.type === 'fee')
    return { type: 'fee', quote: servedQuote({ served: choice < 3 }), district: step.ask.district }
  if (step.ask?.type !== 'place') return null
  const refusals = ['quote', 'menu', 'closed'] as const
  const reason = refusals[choice - 3]
  return reason
    ? { type: 'refused', reason, message: 'Não deu.' }
    : { type: 'placed', displayId: '7', minutes: 40 }
}

function expectWithinLimits(message: MessageContent): void {
  expect(message.body.trim()).not.toBe('')
  expect(message.body.length).toBeLessThanOrEqual(message.type === 'buttons' ? 1_024 : 4_096)
  const offers = message.type === 'list' ? message.rows : message.type === 'buttons' ? message.buttons : []
  expect(offers.length).toBeLessThanOrEqual(message.type === 'list' ? 10 : 3)
  expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length)
  for (const { id, title } of offers) {
    expect(title.trim()).not.toBe('')
    expect(title.length).toBeLessThanOrEqual(message.type === 'list' ? 24 : 20)
    expect(id.length).toBeLessThanOrEqual(200)
  }
  if (message.type === 'list') {
    expect(message.open.length).toBeLessThanOrEqual(20)
    for (const { description } of message.rows) expect(description.length).toBeLessThanOrEqual(72)
  }
}

test('any input keeps the conversation within its twelve places, its sums and the limits of a message', () => {
  expect(chatPlaces).toHaveLength(12)
  const reached = new Set<string>()
  let placed = 0
  fc.assert(
    fc.property(fc.constantFrom(...worlds), walk, answers, (facts, inputs, choices) => {
      let state: ChatState = newChat
      let turn = 0
      for (const one of inputs) {
        if (one === 'owner') state = handedToPerson(state, 'phone')
        else if (one === 'back') state = handedBack(state)
        else {
          const before = state
          let step = stepChat(state, one, facts)
          let replies = step.replies.length
          for (let asked = 0; step.ask; asked += 1) {
            expect(asked).toBeLessThan(12)
            if (step.ask.type === 'place') {
              placed += 1
              const { draft } = step.state
              expect(draft.items.length).toBeGreaterThan(0)
              expect(draft.payment).not.toBeNull()
              expect(draft.type === 'TAKEOUT' || (draft.address !== null && draft.quote !== null)).toBe(true)
              expect(facts.store.open).toBe(true)
            }
            const answer = answerOf(step, choices[turn++ % choices.length] ?? 0)
            if (!answer) break
            step = stepChat(step.state, answer, facts)
            replies += step.replies.length
          }
          ;({ state } = step)
          for (const reply of step.replies) expectWithinLimits(reply)
          expect(replies).toBeLessThanOrEqual(1)
          if (before.place === 'person' && state.place === 'person') expect(replies).toBe(0)
        }
        reached.add(state.place)
        expect(chatPlaces).toContain(state.place)
        expect(totalCents(state.draft)).toBeGreaterThanOrEqual(0)
        expect(itemsCents(state.draft)).toBeLessThanOrEqual(highestOrderCents)
        for (const { quantity } of state.draft.items) expect(quantity).toBeGreaterThanOrEqual(1)
        // Between two messages, the state is stored as JSON.
        state = JSON.parse(JSON.stringify(state)) as ChatState
      }
    }),
    // These walks reach every place; other seeds may miss one.
    { numRuns: 1_000, seed: 20_261_124 },
  )
  expect(placed).toBeGreaterThan(0)
  expect([...reached].toSorted()).toEqual(chatPlaces.filter((place) => place !== 'placing').toSorted())
})
