import { describe, expect, test } from 'vitest'
import type { Cart, CartLine } from '../../messaging/line-events.ts'
import { emptyDraft, newChat } from './chat-state.ts'
import { stepChat } from './step.rules.ts'
import { chatFacts, chatItem } from './testing/chat-facts.ts'
import { turnsOf } from './turn.rules.ts'

const required = { name: 'Tamanho', min: 1, max: 1, options: [{ id: 'g', name: 'G', priceCents: 0, max: 1 }] }
const items = [
  chatItem('cola', 'Cola lata', 600, { externalCode: 'BEB-1' }),
  chatItem('agua', 'Água', 400, { externalCode: ' beb-2 ' }),
  chatItem('pizza', 'Pizza', 4_000, { externalCode: 'PIZ-1', groups: [required] }),
  chatItem('um', 'Suco', 700, { externalCode: 'DUP' }),
  chatItem('dois', 'Suco grande', 900, { externalCode: 'DUP' }),
]
const facts = chatFacts({ menu: { categories: [], items } })
const line = (code: string, quantity = 1, priceCents: number | null = null): CartLine => ({
  code,
  quantity,
  priceCents,
})
const cart = (lines: readonly CartLine[], text = ''): Cart => ({ type: 'cart', lines, text })
const sent = (lines: readonly CartLine[], text = '', changes = {}) =>
  stepChat(newChat, cart(lines, text), { ...facts, ...changes })
const saidIn = (step: ReturnType<typeof stepChat>): string => step.replies.map(({ body }) => body).join('\n')

describe('a cart of WhatsApp’s catalogue', () => {
  test('becomes the order, at the menu’s prices', () => {
    const step = sent([line('BEB-1', 2, 600), line('BEB-2')])
    expect(step.state.place).toBe('cart')
    expect(step.state.draft.items).toMatchObject([
      { menuItemId: 'cola', quantity: 2, unitPriceCents: 600 },
      { menuItemId: 'agua', quantity: 1, unitPriceCents: 400 },
    ])
    expect(saidIn(step)).not.toContain('sai por')
  })

  test('is added to what was ordered before', () => {
    const first = sent([line('BEB-1')])
    const step = stepChat(first.state, cart([line('BEB-1', 2)]), facts)
    expect(step.state.draft.items).toMatchObject([{ menuItemId: 'cola', quantity: 3 }])
  })

  test('says a price that the catalogue shows otherwise', () => {
    expect(saidIn(sent([line('BEB-1', 1, 500)]))).toContain('Cola lata sai por R$ 6,00.')
  })

  test.each([
    ['an item that is not on the menu', line('BEB-9', 3), '3 × BEB-9'],
    ['an item whose options have to be chosen', line('PIZ-1'), '1 × PIZ-1'],
    ['a code of two items', line('DUP'), '1 × DUP'],
    ['half an item', line('BEB-2', 0.5), '0.5 × BEB-2'],
    ['a hundred of them', line('BEB-2', 100), '100 × BEB-2'],
    ['no code', line(''), '1 × '],
  ])('with %s goes to a person, with the rest begun', (_what, odd, words) => {
    const step = sent([line('BEB-1', 2), odd])
    expect(step.state).toMatchObject({ place: 'person', why: 'cart' })
    expect(step.state.draft.items).toMatchObject([{ menuItemId: 'cola', quantity: 2 }])
    expect(saidIn(step)).toContain(words)
  })

  test.each([
    ['a note', [line('BEB-1')], 'sem gelo', 'cart'],
    ['an allergy in its note', [line('BEB-1')], 'tenho alergia a amendoim', 'allergy'],
    ['no lines', [], '3 itens, R$ 45,50', 'cart'],
  ] as const)('with %s goes to a person', (_what, lines, text, why) => {
    expect(sent(lines, text).state).toMatchObject({ place: 'person', why })
  })

  test('waits for a closed store', () => {
    const step = sent([line('BEB-1')], '', { store: { ...facts.store, open: false } })
    expect(step.state).toMatchObject({ place: 'greeting', draft: { items: [{ menuItemId: 'cola' }] } })
  })

  test('stays for the person who has the conversation', () => {
    const step = stepChat({ ...newChat, place: 'person', draft: emptyDraft(1) }, cart([line('BEB-1')]), facts)
    expect(step.replies).toEqual([])
    expect(step.state.place).toBe('person')
  })
})

describe('messages that wait together', () => {
  test('several carts are one, and a greeting beside them is no note', () => {
    expect(turnsOf([{ type: 'text', body: 'oi' }, cart([line('A')]), cart([line('B')])])).toEqual([
      cart([line('A'), line('B')]),
    ])
  })

  test('what is written beside a cart is its note', () => {
    expect(turnsOf([cart([line('A')]), { type: 'text', body: 'sem cebola' }])).toEqual([
      cart([line('A')], 'sem cebola'),
    ])
  })

  test('an opt-out beside a cart counts', () => {
    expect(turnsOf([cart([line('A')]), { type: 'text', body: 'PARAR' }])).toEqual([
      { type: 'text', body: 'PARAR' },
    ])
  })

  test('a caption is read like a text', () => {
    expect(turnsOf([{ type: 'other', what: 'image', caption: 'quero esta' }])).toEqual([
      { type: 'text', body: 'quero esta' },
    ])
    expect(turnsOf([{ type: 'other', what: 'image' }])).toEqual([{ type: 'other', what: 'image' }])
  })

  const text = (body: string) => ({ type: 'text' as const, body })
  const pin = { type: 'location' as const, latitude: -23.55, longitude: -46.63, address: null }

  test('an order and the pin behind it both count', () => {
    expect(turnsOf([text('oi'), text('2 x-tudo'), pin, text('portão azul')])).toEqual([
      text('oi\n2 x-tudo'),
      pin,
      text('portão azul'),
    ])
  })

  test('what was written before a tap counts before it', () => {
    const tap = { type: 'choice' as const, id: 'takeout', title: 'Retirar na loja' }
    expect(turnsOf([text('sem cebola'), tap])).toEqual([text('sem cebola'), tap])
  })

  test('an order in ten short messages is one', () => {
    const words = [
      'oi',
      'boa noite',
      'td bem?',
      'entao',
      'quero',
      '2 x-tudo',
      '1 coca',
      'bem gelada',
      'e',
      'é isso',
    ]
    expect(turnsOf(words.map(text))).toEqual([text(words.join('\n'))])
  })
})
