import { describe, expect, test } from 'vitest'
import { newChat } from '../chat-state.ts'
import { chatFacts, chatWith, evening, refusedQuote, servedQuote } from '../testing/chat-facts.ts'

const ana = (facts = chatFacts(), quote = servedQuote()) => chatWith(newChat, facts, quote)
const begun = (facts = chatFacts(), quote = servedQuote()) => {
  const chat = ana(facts, quote)
  chat.say('2 calabresa')
  return chat
}

describe('a question beside the order', () => {
  test.each([
    ['aceita pix?', 'Pix, cartão de crédito, cartão de débito ou dinheiro'],
    ['qual a taxa?', 'A taxa vai de R$ 7,00 a R$ 12,00, conforme o bairro.'],
    ['qual a taxa pro centro?', 'Entregamos em centro: taxa R$ 10,00, 40 a 55'],
    ['entrega no Jardim Europa?', 'Entregamos em Jardim Europa: taxa R$ 10,00'],
    ['vcs cobram entrega?', 'A taxa vai de R$ 7,00 a R$ 12,00, conforme o bairro.'],
    ['como funciona a entrega?', 'A taxa vai de R$ 7,00 a R$ 12,00, conforme o bairro.'],
    ['leva a maquininha?', 'Pix, cartão de crédito, cartão de débito ou dinheiro'],
    ['qual a chave?', 'Pix, cartão de crédito, cartão de débito ou dinheiro'],
    ['que horas fecha?', 'Estamos abertos até 23:00.'],
    ['vocês abrem domingo?', 'segunda a domingo: 18:00 às 23:00'],
    ['quanto tempo demora?', 'A entrega leva 40 a 70'],
    ['tem refrigerante?', 'Temos: Refrigerante 2 litros – R$ 12,00.'],
    ['refrigerante tem?', 'Temos: Refrigerante 2 litros – R$ 12,00.'],
    ['a calabresa serve quantas pessoas?', 'Temos: Calabresa'],
    ['a marguerita leva alho?', 'Temos: Marguerita – R$ 48,00.'],
    ['quais os sabores de hoje?', 'Temos: Mussarela, Calabresa, Portuguesa.'],
    ['qual a sopa do dia?', 'Não achei “sopa” no cardápio de agora.'],
    ['qual o endereço?', 'A loja fica em Rua do Forno, 7'],
    ['qual o end de vcs', 'A loja fica em Rua do Forno, 7'],
    ['me passa o end por favor', 'A loja fica em Rua do Forno, 7'],
    ['o que que vem na marguerita', 'Temos: Marguerita – R$ 48,00.'],
    ['oq vem na marguerita', 'Temos: Marguerita – R$ 48,00.'],
    ['tem sushi?', 'Não achei “sushi” no cardápio de agora.'],
    ['quanto custa a marguerita?', 'Temos: Marguerita – R$ 48,00.'],
    ['posso retirar aí?', 'Sim, dá para retirar na loja.'],
    ['onde fica a loja?', 'A loja fica em Rua do Forno, 7, Centro, São Paulo – SP.'],
  ])('“%s” is answered from the store’s own facts, and the order goes on', (words, answer) => {
    const chat = begun()
    chat.say(words)
    expect(chat.replies.at(-1)).toContain(answer)
    expect(chat.replies.at(-1)).toContain('2 Calabresa – R$ 100,00')
    expect(chat.state()).toMatchObject({ place: 'cart', misses: 0 })
  })

  test('a question never counts as a message that was not understood', () => {
    const chat = ana()
    for (const words of ['oi', 'aceita pix?', 'qual a taxa?', 'que horas fecha?']) chat.say(words)
    expect(chat.state()).toMatchObject({ place: 'menu', misses: 0 })
    expect(chat.replies.filter((reply) => reply.includes('Oi, Ana!'))).toHaveLength(1)
  })

  test('a question in the middle of the address, the options or the payment repeats what was asked', () => {
    const chat = ana()
    chat.say('meia a meia')
    chat.say('aceita cartão?')
    expect(chat.replies.at(-1)).toMatch(/Pix, cartão.*\n\n1 Meia a meia\nSabores: escolha 2\./s)
    chat.say('1 e 2')
    chat.say('Rua das Flores')
    chat.say('entrega no centro?')
    expect(chat.replies.at(-1)).toMatch(/Entregamos em centro.*\n\nQual é o número\?/s)
    chat.say('10, Centro')
    chat.say('que horas fecha?')
    expect(chat.replies.at(-1)).toMatch(/até 23:00\.\n\nEntrega:.*Como você paga\?/s)
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { number: '10' } } })
  })

  test('an order and a question in one message are both heard', () => {
    const chat = ana()
    chat.say('1 marguerita e 1 refrigerante, aceita pix?')
    expect(chat.state().draft.items).toHaveLength(2)
    expect(chat.replies).toHaveLength(1)
    expect(chat.replies[0]).toMatch(/Pix, cartão.*\n\nSeu pedido:\n1 Marguerita/s)
  })

  test('a place without delivery gets the reason, and the order stays', () => {
    const chat = begun(chatFacts(), refusedQuote('outside', 'nenhuma área atende este endereço'))
    chat.say('entregam em Osasco?')
    expect(chat.replies.at(-1)).toContain('Para Osasco não deu: nenhuma área atende este endereço.')
    expect(chat.state().draft.items).toHaveLength(1)
  })

  test.each(['boa tarde faz entrega em Osasco?', 'oi, qto fica a entrega pra Osasco'])(
    '“%s” asks too',
    (words) => {
      const chat = begun(chatFacts(), refusedQuote('outside', 'nenhuma área atende este endereço'))
      chat.say(words)
      expect(chat.replies.at(-1)).toContain('Para Osasco não deu: nenhuma área atende este endereço.')
    },
  )

  test('a fee is never guessed: without zones a person says it', () => {
    const { store } = chatFacts()
    const chat = begun(chatFacts({ store: { ...store, delivery: null } }))
    chat.say('qual a taxa de entrega?')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'fee' })
  })

  test('an address is no question, although “entrega” stands before it', () => {
    const chat = begun()
    chat.say('entrega na rua das flores, 10, centro')
    expect(chat.state()).toMatchObject({ place: 'payment' })
  })
})

describe('“cadê meu pedido?”', () => {
  const open = (changes = {}) => chatFacts({ openOrderText: 'Seu pedido 7 saiu para entrega.', ...changes })

  test.each([
    'ja tem mais de uma hora e nada do meu lanche',
    'pedi faz 50 minutos e ate agora nada',
    'faz 1h que estou esperando',
  ])('“%s” asks for it too', (words) => {
    const chat = ana(open())
    chat.say(words)
    expect(chat.replies.at(-1)).toContain('Seu pedido 7 saiu para entrega.')
  })

  test('is answered with the state of the order, and asked again within the hour it goes to a person', () => {
    const chat = chatWith({ ...newChat, place: 'placed' }, open())
    chat.say('cadê meu pedido?')
    expect(chat.replies).toEqual(['Seu pedido 7 saiu para entrega.'])
    expect(chat.state().place).toBe('placed')
    chat.say('e aí, meu pedido já saiu?')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'order' })
  })

  test('an hour later it is answered again', () => {
    const chat = chatWith({ ...newChat, place: 'placed' }, open())
    chat.say('cadê meu pedido?')
    const later = open({ now: new Date(evening.getTime() + 61 * 60_000) })
    chat.send({ type: 'text', body: 'cadê meu pedido?' }, later)
    expect(chat.replies.at(-1)).toContain('Seu pedido 7 saiu para entrega.')
    expect(chat.state().place).not.toBe('person')
  })

  test('a late order, or one that nobody knows, goes to a person at once', () => {
    for (const facts of [open({ isOrderLate: true }), chatFacts()]) {
      const chat = chatWith({ ...newChat, place: 'placed' }, facts)
      chat.say('cadê meu pedido?')
      expect(chat.state()).toMatchObject({ place: 'person', why: 'order' })
    }
  })
})

describe('a closed store', () => {
  const { store } = chatFacts()
  const closed = (minutes = 0) =>
    chatFacts({
      now: new Date(evening.getTime() + minutes * 60_000),
      store: { ...store, open: false, openText: 'Estamos fechados e abrimos amanhã às 18:00.' },
      openOrderText: 'Seu pedido 7 saiu para entrega.',
    })

  test('says so once an hour, and not to every message', () => {
    const chat = ana(closed())
    for (const words of ['oi', 'quero uma calabresa', 'alô']) chat.say(words)
    chat.tap('item:calabresa')
    expect(chat.replies).toHaveLength(1)
    chat.send({ type: 'text', body: 'oi' }, closed(61))
    expect(chat.replies).toHaveLength(2)
    expect(chat.replies[1]).toContain('abrimos amanhã às 18:00')
    expect(chat.state().draft.items).toEqual([])
  })

  test('still answers questions, and says when it opens only with the first answer', () => {
    const chat = ana(closed())
    for (const words of ['aceita pix?', 'onde fica?', 'que horas abre?', 'cadê meu pedido?']) chat.say(words)
    expect(chat.replies).toHaveLength(4)
    expect(chat.replies.map((reply) => reply.includes('Estamos fechados'))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(chat.replies[3]).toBe('Seu pedido 7 saiu para entrega.')
  })

  test('a customer who wants a person is still handed over', () => {
    const chat = ana(closed())
    chat.say('oi')
    chat.say('atendente')
    expect(chat.state().place).toBe('person')
  })
})
