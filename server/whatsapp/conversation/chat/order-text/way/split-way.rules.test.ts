import { describe, expect, test } from 'vitest'
import { chatFacts, chatItem, chatWith } from '../../testing/chat-facts.ts'
import { newChat } from '../../chat-state.ts'
import { orderOf } from '../../testing/utterances.ts'

describe('change', () => {
  test.each(['2 x-tudo, troco pra 100', '2 x-tudo troco para R$ 100,00', 'troco pra 100 reais, 2 x-tudo'])(
    '“%s” is taken along, and not asked for again',
    (words) => {
      const { lines, state } = orderOf('lanchonete', words, 'vou buscar')
      expect(lines).toEqual(['2 X-Tudo'])
      expect(state).toMatchObject({
        place: 'summary',
        draft: { payment: { method: 'CASH', changeForCents: 10_000 } },
      })
    },
  )

  test('a note that does not cover the order is said to be too small', () => {
    const { reply, state } = orderOf('lanchonete', '2 x-tudo, troco pra 50', 'vou buscar')
    expect(state.place).toBe('change')
    expect(reply).toContain('Este valor não cobre o total.')
  })

  test('another way to pay forgets the change', () => {
    const { state } = orderOf(
      'lanchonete',
      '1 x-tudo, troco pra 50',
      '1 coca lata, pago no pix',
      'vou buscar',
    )
    expect(state).toMatchObject({
      place: 'summary',
      draft: { payment: { method: 'PIX', changeForCents: null } },
    })
  })
})

describe('the customer comes for it', () => {
  test.each([
    '1 x-tudo, passo aí às 20h',
    '1 x-tudo, busco aí às 19h30',
    '1 x-tudo, pego na loja umas 8 e meia',
    '1 x-tudo q passo aí buscar 19h',
  ])('“%s” is takeout, and says that no hour can be kept', (words) => {
    const { reply, state } = orderOf('lanchonete', words)
    expect(state).toMatchObject({ place: 'payment', draft: { type: 'TAKEOUT' } })
    expect(reply).toContain('não dá para marcar horário')
  })

  test('without an hour nothing is said of it', () => {
    expect(orderOf('lanchonete', '1 x-tudo, já passo aí').reply).not.toContain('horário')
  })
})

describe('the contents of an item', () => {
  const combo = (description: string) => ({
    categories: [{ id: 'pizzas', name: 'Combos' }],
    items: [chatItem('combo', 'Combo família', 9_000, { description })],
  })

  test.each([
    'o que vem no combo família?',
    'que tem dentro do combo família',
    'o que acompanha o combo família?',
  ])('“%s” is answered by the menu', (words) => {
    const chat = chatWith(newChat, chatFacts({ menu: combo('2 pizzas grandes e 1 refrigerante') }))
    chat.say(words)
    expect(chat.replies.at(-1)).toMatch(/Combo família – R\$\s90,00\.\n2 pizzas grandes e 1 refrigerante/)
  })

  test('a menu that does not say it points to the staff', () => {
    const chat = chatWith(newChat, chatFacts({ menu: combo('') }))
    chat.say('o que vem no combo família?')
    expect(chat.replies.at(-1)).toContain('Para saber o que vem, escreva “atendente”.')
  })
})

describe('an order behind an address', () => {
  test.each([
    'rua das flores 10: 1 x-tudo',
    'rua das flores 10 1 x-tudo',
    'rua das flores 10 manda 1 x-tudo',
  ])('“%s” holds both', (words) => {
    const { lines, state } = orderOf('lanchonete', words)
    expect(lines).toEqual(['1 X-Tudo'])
    expect(state.draft.address).toMatchObject({ street: 'rua das flores', number: '10' })
  })
})
