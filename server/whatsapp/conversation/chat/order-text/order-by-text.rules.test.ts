import { describe, expect, test } from 'vitest'
import { newChat } from '../chat-state.ts'
import { chatFacts, chatItem, chatWith, evening } from '../testing/chat-facts.ts'
import { lineText } from '../testing/utterances.ts'

const flavours = ['Mussarela', 'Calabresa', 'Portuguesa'].map((name) => ({
  ...{ id: name, name, priceCents: 0, max: 1 },
}))
const menu = {
  categories: [
    { id: 'lanches', name: 'Lanches' },
    { id: 'bebidas', name: 'Bebidas' },
  ],
  items: [
    chatItem('salada', 'X-Salada', 2_000, { categoryId: 'lanches' }),
    chatItem('bacon', 'X-Bacon', 2_400, { categoryId: 'lanches' }),
    chatItem('batata', 'Batata frita', 2_200, { categoryId: 'lanches' }),
    chatItem('lata', 'Coca-Cola lata', 600, { categoryId: 'bebidas' }),
    chatItem('litros', 'Coca-Cola 2 L', 1_400, { categoryId: 'bebidas' }),
    chatItem('guarana', 'Guaraná lata', 600, { categoryId: 'bebidas' }),
    chatItem('grande', 'Pizza grande', 6_000, {
      categoryId: 'lanches',
      groups: [
        { name: 'Sabores', min: 1, max: 2, options: flavours },
        { name: 'Borda', min: 0, max: 1, options: [{ id: 'b', name: 'Cheddar', priceCents: 800, max: 1 }] },
      ],
    }),
  ],
}
const ana = () => chatWith(newChat, chatFacts({ menu }))
type Chat = ReturnType<typeof ana>
const order = (chat: Chat) => chat.state().draft.items.map(lineText)

describe('several items in one message', () => {
  test('a whole order takes one message, and the cart shows each note', () => {
    const chat = ana()
    chat.say('2 x-salada sem cebola, 1 coca 2l e uma batata')
    expect(order(chat)).toEqual(['2 X-Salada {sem cebola}', '1 Coca-Cola 2 L', '1 Batata frita'])
    expect(chat.replies.at(-1)).toContain('2 X-Salada (sem cebola) – R$ 40,00')
  })

  test('with address and payment in the same message only the confirmation is left', () => {
    const chat = ana()
    chat.say('2 x-salada e 1 guaraná, entrega na rua das flores 10, centro, pago no pix')
    expect(chat.replies).toHaveLength(1)
    expect(chat.replies[0]).toContain('Pagamento: Pix na entrega')
    expect(chat.state().draft).toMatchObject({ address: { street: 'rua das flores', number: '10' } })
    chat.say('sim')
    expect(chat.state().place).toBe('placed')
  })

  test('“pra retirar” needs no address', () => {
    const chat = ana()
    chat.say('1 x-bacon pra retirar')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { type: 'TAKEOUT' } })
  })

  test('an address is kept while something of the order is open', () => {
    const chat = ana()
    chat.say('uma coca, rua das flores 10, centro')
    expect(chat.replies.at(-1)).toContain('Qual “coca”?')
    chat.say('lata')
    expect(chat.replies.at(-1)).toContain('Para entregar em rua das flores, 10 – centro, escreva “fechar”.')
    chat.say('fechar')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { number: '10' } } })
  })

  test('the same item twice with different notes stays two lines', () => {
    const chat = ana()
    chat.say('1 x-salada, 1 x-salada sem tomate')
    expect(order(chat)).toEqual(['1 X-Salada', '1 X-Salada {sem tomate}'])
  })

  test('a notes’ words are as the customer wrote them', () => {
    const chat = ana()
    chat.say('uma coca lata sem açúcar')
    expect(order(chat)).toEqual(['1 Coca-Cola lata {sem açúcar}'])
  })
})

describe('when in doubt', () => {
  test('the choices are asked for by name, one question at a time, and keep quantity and note', () => {
    const chat = ana()
    chat.say('2 cocas bem geladas e uma pizza grande')
    expect(chat.replies.at(-1)).toBe('Qual “cocas bem geladas”? São 2.')
    expect(
      chat
        .state()
        .offered.map(({ title }) => title)
        .slice(0, 2),
    ).toEqual(['Coca-Cola lata', 'Coca-Cola 2 L'])
    chat.say('a de 2 litros')
    expect(chat.replies.at(-1)).toContain('Sabores: de 1 a 2.')
    chat.say('calabresa e portuguesa')
    expect(order(chat)).toEqual(['2 Coca-Cola 2 L {bem geladas}', '1 Pizza grande (Calabresa, Portuguesa)'])
    expect(chat.state().place).toBe('cart')
  })

  test('the answer may be a number or a tap', () => {
    for (const answer of [(chat: Chat) => chat.say('1'), (chat: Chat) => chat.tap('item:lata')]) {
      const chat = ana()
      chat.say('3 cocas')
      answer(chat)
      expect(order(chat)).toEqual(['3 Coca-Cola lata'])
    }
  })

  test('who wants none of the choices loses nothing else', () => {
    const chat = ana()
    chat.say('1 x-salada e uma coca')
    chat.tap('none')
    expect(order(chat)).toEqual(['1 X-Salada'])
    expect(chat.replies.at(-1)).toContain('Deixamos “coca” de fora.')
  })

  test('an order is never placed while something of it is open', () => {
    for (const words of ['rua das flores 10, centro', 'vou buscar', 'pode fechar', 'sim']) {
      const chat = ana()
      chat.say('1 x-salada e uma coca')
      chat.say(words)
      expect(chat.replies.at(-1), words).toContain('Qual “coca”?')
    }
    const chat = ana()
    chat.say('1 x-salada e uma pizza grande')
    chat.send({ type: 'location', latitude: -23.5, longitude: -46.6, address: null })
    expect(chat.replies.at(-1)).toContain('Sabores: de 1 a 2.')
    expect(chat.state().draft.address).toMatchObject({ lat: -23.5 })
  })

  test('what is open is asked again after a pause', () => {
    const chat = ana()
    chat.say('1 x-salada e uma coca')
    const later = chatFacts({ menu, now: new Date(evening.getTime() + 30 * 60_000) })
    chat.send({ type: 'text', body: 'oi' }, later)
    chat.send({ type: 'choice', id: 'resume', title: '' }, later)
    expect(chat.replies.at(-1)).toContain('Qual “coca”?')
  })

  test('what the menu does not have is named, and never replaced in silence', () => {
    const chat = ana()
    chat.say('1 x-salada e 1 temaki')
    expect(order(chat)).toEqual(['1 X-Salada'])
    expect(chat.replies.at(-1)).toContain('Não entendi “1 temaki”.')
    const zero = ana()
    zero.say('1 coca zero')
    expect(order(zero)).toEqual([])
    expect(zero.replies.at(-1)).toContain('Não achei “coca zero” no cardápio. Seria um destes?')
  })

  test('a person takes over with the order at the second message in a row that leaves a doubt', () => {
    const chat = ana()
    chat.say('1 x-salada e 1 temaki')
    chat.say('1 guaraná e 1 sashimi')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'not-understood' })
    expect(order(chat)).toEqual(['1 X-Salada', '1 Guaraná lata'])
  })

  test('two pizzas of two kinds are asked about: halves, or one of each', () => {
    const chat = ana()
    chat.say('2 pizzas grandes calabresa e portuguesa')
    expect(chat.state()).toMatchObject({ place: 'options', draft: { items: [] } })
  })

  test('more than fits into one order leaves the order as it was', () => {
    const chat = ana()
    chat.say('60 x-salada')
    chat.say('mais 60 x-salada')
    expect(order(chat)).toEqual(['60 X-Salada'])
    expect(chat.replies.at(-1)).toContain('É muita coisa')
  })
})

describe('corrections', () => {
  const begun = () => {
    const chat = ana()
    chat.say('1 x-salada e 2 coca lata')
    return chat
  }

  test.each([
    ['tira a coca', ['1 X-Salada']],
    ['não quero mais a coca', ['1 X-Salada']],
    ['tira uma coca', ['1 X-Salada', '1 Coca-Cola lata']],
    ['na verdade são 3 cocas', ['1 X-Salada', '3 Coca-Cola lata']],
    ['troca a coca por guaraná', ['1 X-Salada', '2 Guaraná lata']],
    ['em vez da coca quero 1 guaraná', ['1 X-Salada', '1 Guaraná lata']],
    ['mais um x-salada', ['2 X-Salada', '2 Coca-Cola lata']],
    ['o x-salada é sem cebola', ['1 X-Salada {sem cebola}', '2 Coca-Cola lata']],
    ['tira a coca e o x-salada', []],
  ])('“%s” changes the order', (words, lines) => {
    const chat = begun()
    chat.say(words)
    expect(order(chat)).toEqual(lines)
  })

  test('a correction that several lines can mean is asked about, and a tap makes it', () => {
    const chat = begun()
    chat.say('na verdade são 3')
    expect(chat.replies.at(-1)).toContain('Em qual item?')
    expect(order(chat)).toEqual(['1 X-Salada', '2 Coca-Cola lata'])
    chat.say('1')
    expect(order(chat)).toEqual(['3 X-Salada', '2 Coca-Cola lata'])
  })

  test('a note that several lines can mean is asked about', () => {
    const chat = begun()
    chat.say('sem gelo')
    chat.say('coca-cola lata')
    expect(order(chat)).toEqual(['1 X-Salada', '2 Coca-Cola lata {sem gelo}'])
  })

  test('a correction at the summary leads back to the cart', () => {
    const chat = begun()
    for (const words of ['vou buscar', 'pix', 'tira a coca']) chat.say(words)
    expect(chat.state().place).toBe('cart')
    expect(order(chat)).toEqual(['1 X-Salada'])
  })

  test('the old item stays until it is known what takes its place', () => {
    const chat = ana()
    chat.say('1 x-salada e 1 guaraná')
    chat.say('troca o guaraná por coca')
    expect(order(chat)).toEqual(['1 X-Salada', '1 Guaraná lata'])
    chat.say('2 litros')
    expect(order(chat)).toEqual(['1 X-Salada', '1 Coca-Cola 2 L'])
  })
})
