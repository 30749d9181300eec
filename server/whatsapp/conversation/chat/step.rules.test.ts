import { describe, expect, test } from 'vitest'
import { newChat, type ChatState } from './chat-state.ts'
import { orderedOptions, repriced, totalCents } from './draft.rules.ts'
import { handedToPerson } from './replies.rules.ts'
import { handedBack, stepChat } from './step.rules.ts'
import { chatFacts, chatItem, chatWith, evening, refusedQuote, servedQuote } from './testing/chat-facts.ts'
import { turnOf } from './turn.rules.ts'

const ana = () => chatWith(newChat, chatFacts())
const address = {
  street: 'Rua das Flores',
  number: '10',
  complement: null,
  reference: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipCode: null,
  lat: null,
  lng: null,
}
const calabresa = {
  menuItemId: 'calabresa',
  name: 'Calabresa',
  quantity: 1,
  unitPriceCents: 5_000,
  options: [],
}
const laterBy = (minutes: number) => chatFacts({ now: new Date(evening.getTime() + minutes * 60_000) })

describe('an order by chat', () => {
  test('takes five messages of the store from the greeting to the number', () => {
    const chat = ana()
    chat.say('Oi')
    chat.tap('item:calabresa')
    chat.say('Rua das Flores, 10, Centro')
    chat.tap('pay:PIX')
    chat.tap('confirm')
    expect(chat.said).toEqual([
      'Oi, Ana! Aqui é Brasa.\nEstamos abertos até 23:00.\nO que vai ser hoje?',
      'Seu pedido:\n1 Calabresa – R$ 50,00\nSubtotal: R$ 50,00\n\nPara entregar, mande rua, número e bairro. Ou escolha:',
      [
        'Entrega: Rua das Flores, 10 – Centro',
        '• Centro (R$ 7,00, 40–55 min)',
        '• Chuva até 21:30 (+R$ 3,00)',
        'Total: R$ 60,00',
        '',
        'Como você paga?',
      ].join('\n'),
      [
        'Confira:',
        '1 Calabresa – R$ 50,00',
        'Entrega em 40–55\u00a0min: Rua das Flores, 10 – Centro',
        'Taxa: R$ 10,00',
        'Pagamento: Pix na entrega',
        'Total: R$ 60,00',
      ].join('\n'),
      'Pedido 12 recebido! Chega em até 55\u00a0min. A gente avisa quando a loja aceitar.',
    ])
    expect(chat.state()).toMatchObject({ place: 'placed', draft: { number: 2, items: [] } })
  })

  test('goes through a long menu by its categories in six', () => {
    const items = Array.from({ length: 40 }, (_, index) =>
      chatItem(`i${index}`, `Prato ${index}`, 3_000, { categoryId: index < 20 ? 'pizzas' : 'bebidas' }),
    )
    const chat = chatWith(newChat, chatFacts({ menu: { ...chatFacts().menu, items } }))
    chat.say('Boa noite')
    chat.tap('category:pizzas:0')
    chat.tap('item:i3')
    chat.say('Rua das Flores 10 Centro'.replace(' Centro', ', Centro'))
    chat.tap('pay:DEBIT')
    chat.tap('confirm')
    expect(chat.said).toHaveLength(6)
    expect(chat.state().place).toBe('placed')
  })

  test('repeats the last one to a known address in five', () => {
    const chat = chatWith(newChat, chatFacts({ lastOrder: [calabresa], addresses: [address] }))
    for (const step of [() => chat.say('oi'), () => chat.tap('repeat'), () => chat.tap('address:0')]) step()
    chat.tap('pay:CREDIT')
    chat.tap('confirm')
    expect(chat.said).toHaveLength(5)
  })

  test('can be written in numbers and in words alone', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('1')
    expect(chat.state().draft.items).toEqual([calabresa])
    chat.say('quero 2 refrigerante')
    chat.say('RUA DAS FLORES 10 apto 3, bairro centro')
    expect(chat.state().draft.address).toMatchObject({
      number: '10',
      complement: 'apto 3',
      district: 'centro',
    })
    chat.say('dinheiro')
    chat.say('100 reais')
    chat.say('sim')
    expect(chat.state().place).toBe('placed')
    expect(chat.said.at(-2)).toContain('Dinheiro, troco para R$ 100,00')
    expect(chat.said.at(-2)).toContain('Total: R$ 84,00')
  })

  test('halves cost what their group says, which is said before they are chosen', () => {
    const options = [
      { id: 'mussarela', name: 'Mussarela', priceCents: 4_001, max: 2 },
      { id: 'camarao', name: 'Camarão', priceCents: 6_000, max: 2 },
    ]
    const pizzaBy = (priceMethod: 'MAX' | 'AVG') =>
      chatItem('grande', 'Pizza grande', 0, {
        groups: [{ name: 'Sabores', min: 2, max: 2, priceMethod, options }],
      })
    const factsBy = (method: 'MAX' | 'AVG') =>
      chatFacts({ menu: { categories: [{ id: 'pizzas', name: 'Pizzas' }], items: [pizzaBy(method)] } })
    const chat = chatWith(newChat, factsBy('MAX'))
    chat.tap('item:grande')
    expect(chat.said.at(-1)).toContain('Sabores: escolha 2. Vale o preço do mais caro.')
    chat.tap('option:mussarela')
    chat.tap('option:camarao')
    expect(chat.said.at(-1)).toContain('1 Pizza grande, Mussarela, Camarão – R$ 60,00')
    const [item] = chat.state().draft.items
    expect(item && orderedOptions(item).map(({ name, unitPriceCents }) => [name, unitPriceCents])).toEqual([
      ['Mussarela', 3_000],
      ['Camarão', 3_000],
    ])
    // The owner changes the rule meanwhile.
    const now = repriced(chat.state().draft, factsBy('AVG').menu)
    expect(now.changes).toEqual(['Pizza grande agora sai por R$ 50,01.'])
  })

  test('asks for options in their groups, several at once too', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('meia a meia')
    expect(chat.said.at(-1)).toBe('1 Meia a meia\nSabores: escolha 2.')
    chat.say('1 e 3')
    expect(chat.state().draft.items[0]?.options.map(({ name }) => name)).toEqual(['Mussarela', 'Portuguesa'])
    chat.tap('item:marguerita')
    chat.say('não')
    chat.tap('item:marguerita')
    chat.tap('option:cheddar')
    expect(chat.state().draft.items.map((item) => item.options.length)).toEqual([2, 0, 1])
    expect(totalCents(chat.state().draft)).toBe(6_000 + 4_800 + 5_500)
  })

  test('asks for the part of an address that is missing, in several messages', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.say('rua das flores')
    expect(chat.said.at(-1)).toContain('Qual é o número?')
    chat.say('10')
    expect(chat.said.at(-1)).toContain('Qual é o bairro?')
    chat.say('Centro')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { district: 'Centro' } } })
  })

  test('takes a pin on the map for the district', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.send({ type: 'location', latitude: 0, longitude: 0, address: null })
    expect(chat.said.at(-1)).toContain('A localização veio vazia.')
    chat.send({ type: 'location', latitude: -23.5, longitude: -46.6, address: null })
    chat.say('Rua das Flores, 10')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { lat: -23.5, number: '10' } } })
  })

  test('is fetched at the store without an address', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.say('vou buscar')
    chat.say('pix')
    chat.say('ok')
    expect(chat.state().place).toBe('placed')
    expect(chat.said.at(-1)).toContain('Fica pronto em 55')
  })

  test('below the minimum goes back to the cart', () => {
    const chat = chatWith(newChat, chatFacts(), servedQuote({ missingCents: 1_000 }))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Centro')
    expect(chat.said.at(-1)).toContain('Faltam R$ 10,00 para o pedido mínimo')
    expect(chat.state().place).toBe('cart')
  })

  test('to a place without delivery says why and offers the counter', () => {
    const chat = chatWith(newChat, chatFacts(), refusedQuote('outside', 'nenhuma área atende este endereço'))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Longe')
    expect(chat.said.at(-1)).toContain('nenhuma área atende este endereço')
    chat.say('1')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { type: 'TAKEOUT' } })
  })

  test('of a store without zones goes to a person, with the draft', () => {
    const chat = chatWith(
      newChat,
      chatFacts(),
      refusedQuote('unset', 'a loja ainda não tem áreas de entrega'),
    )
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Centro')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'fee', draft: { items: [calabresa] } })
  })

  test('takes no change below the total, and none that nobody carries', () => {
    const chat = ana()
    for (const words of ['oi', 'calabresa', 'Rua das Flores, 10, Centro', 'dinheiro', '50']) chat.say(words)
    expect(chat.said.at(-1)).toContain('Este valor não cobre o total.')
    chat.say('5000')
    expect(chat.said.at(-1)).toContain('Não temos tanto troco.')
    chat.say('60')
    expect(chat.state().draft.payment).toEqual({ method: 'CASH', changeForCents: null })
  })
})

describe('at the end', () => {
  const upToSummary = () => {
    const chat = ana()
    for (const words of ['oi', 'calabresa', 'Rua das Flores, 10, Centro', 'pix']) chat.say(words)
    return chat
  }
  const without = (id: string) => {
    const { menu } = chatFacts()
    return chatFacts({ menu: { ...menu, items: menu.items.filter((item) => item.id !== id) } })
  }

  test('what is gone is taken out and said, and nothing is placed', () => {
    const chat = upToSummary()
    const step = chat.send({ type: 'choice', id: 'confirm', title: 'Confirmar' }, without('calabresa'))
    expect(step.ask).toBeNull()
    expect(chat.said.at(-1)).toContain('Calabresa não está disponível agora.')
    expect(chat.state()).toMatchObject({ place: 'menu', draft: { items: [] } })
  })

  test('another price is said before the customer confirms it', () => {
    const chat = upToSummary()
    const { menu } = chatFacts()
    const dearer = chatFacts({
      menu: { ...menu, items: menu.items.map((item) => ({ ...item, priceCents: item.priceCents + 500 })) },
    })
    chat.send({ type: 'choice', id: 'confirm', title: 'Confirmar' }, dearer)
    expect(chat.said.at(-1)).toContain('Calabresa agora sai por R$ 55,00.')
    expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [{ unitPriceCents: 5_500 }] } })
  })

  test('a quote that is too old is asked for again, and the new sum is confirmed again', () => {
    const chat = upToSummary()
    const placing: ChatState = { ...chat.state(), place: 'placing' }
    const step = stepChat(placing, { type: 'refused', reason: 'quote', message: '' }, chatFacts())
    expect(step.ask).toMatchObject({ type: 'quote', itemsCents: 5_000 })
    const again = stepChat(
      step.state,
      { type: 'quoted', quote: servedQuote({ feeCents: 1_500 }) },
      chatFacts(),
    )
    expect(again.state.place).toBe('summary')
    expect(again.replies[0]?.body).toContain('Total: R$ 65,00')
  })

  test('a second confirmation while the order is being taken says nothing', () => {
    const placing: ChatState = { ...upToSummary().state(), place: 'placing' }
    const step = stepChat(placing, { type: 'choice', id: 'confirm', title: 'Confirmar' }, chatFacts())
    expect([step.replies, step.ask]).toEqual([[], null])
  })

  test('an order that was taken while a person took over is not taken again', () => {
    const placing: ChatState = { ...upToSummary().state(), place: 'placing' }
    const step = stepChat(
      handedToPerson(placing, 'taken'),
      { type: 'placed', displayId: '12', minutes: 55 },
      chatFacts(),
    )
    expect(step.replies).toEqual([])
    expect(step.state).toMatchObject({ place: 'person', draft: { number: 2, items: [] } })
  })
})

describe('alcohol', () => {
  const beer = chatItem('cerveja', 'Cerveja', 900, { categoryId: 'bebidas', alcoholic: true })
  const withBeer = chatFacts({ menu: { ...chatFacts().menu, items: [...chatFacts().menu.items, beer] } })
  const upToBeer = () => {
    const chat = chatWith(newChat, withBeer)
    for (const words of ['oi', 'calabresa', '2 cerveja', 'vou buscar', 'pix']) chat.say(words)
    return chat
  }

  test('is confirmed by saying that one is an adult, and only where the order has some', () => {
    const chat = upToBeer()
    expect(chat.said.at(-1)).toContain('ao confirmar, você diz que tem 18 anos ou mais')
    expect(chat.state().offered[0]).toEqual({ id: 'confirm', title: 'Confirmar, tenho 18+' })
    chat.say('sim')
    expect(chat.state().place).toBe('placed')
    const without = chatWith(newChat, withBeer)
    for (const words of ['oi', 'calabresa', 'vou buscar', 'pix']) without.say(words)
    expect(without.said.at(-1)).not.toContain('18 anos')
    expect(without.state().offered[0]?.title).toBe('Confirmar')
  })

  test.each(['sou menor de idade', 'tenho 16 anos', 'Não tenho 18'])('is taken out at “%s”', (words) => {
    const chat = upToBeer()
    chat.say(words)
    expect(chat.said.at(-1)).toContain('Bebida alcoólica só para maiores de 18 anos: tiramos do pedido.')
    expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [calabresa] } })
  })
})

describe('a person', () => {
  test.each([
    ['atendente', 'asked'],
    ['Quero falar com o gerente', 'asked'],
    ['cadê meu pedido?', 'order'],
    ['Isso é um absurdo', 'complaint'],
    ['O temaki tem gergelim? Minha filha tem alergia', 'allergy'],
  ])('is called by “%s”, for this reason: %s', (words, why) => {
    const chat = ana()
    chat.say('oi')
    chat.say(words)
    expect(chat.state()).toMatchObject({ place: 'person', why })
    expect(chat.said.at(-1)).toBe('Certo. Uma pessoa da loja responde por aqui.')
  })

  test('already called learns of an allergy, and of nothing less', () => {
    const chat = ana()
    for (const words of ['oi', 'atendente', 'que absurdo']) chat.say(words)
    expect(chat.state().why).toBe('asked')
    chat.say('Ela é alérgica')
    expect(chat.state().why).toBe('allergy')
    expect(handedBack(chat.state()).why).toBeUndefined()
  })

  test('is called when nothing was understood twice in a row', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('zxcvb')
    expect(chat.said.at(-1)).toContain('Não entendi.')
    chat.say('qwert')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'not-understood' })
  })

  test('answers alone until it is handed back, and the order goes on', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    const taken = handedToPerson(chat.state(), 'taken')
    const mute = chatWith(taken, chatFacts())
    for (const words of ['oi?', 'calabresa', 'alô']) mute.say(words)
    expect(mute.said).toEqual([])
    const back = chatWith(handedBack(mute.state()), chatFacts())
    back.say('Rua das Flores, 10, Centro')
    expect(back.state()).toMatchObject({ place: 'payment', draft: { items: [calabresa] } })
  })
})

describe('PARAR', () => {
  test('ends everything with one answer, and only VOLTAR begins again', () => {
    const chat = ana()
    chat.say('oi')
    chat.say(' Parar! ')
    chat.say('parar')
    chat.say('oi')
    expect(chat.state().place).toBe('stopped')
    expect(chat.said).toHaveLength(2)
    chat.say('voltar')
    expect(chat.state().place).toBe('greeting')
  })

  test('within a sentence stops nothing', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('pode parar na portaria')
    expect(chat.state().place).not.toBe('stopped')
  })
})

describe('a rest', () => {
  test('of twenty minutes greets again and offers to go on', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    const step = chat.send({ type: 'text', body: 'oi' }, laterBy(25))
    expect(step.state.place).toBe('greeting')
    expect(step.state.offered[0]).toEqual({ id: 'resume', title: 'Continuar o pedido' })
    chat.send({ type: 'text', body: '1' }, laterBy(26))
    expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [calabresa] } })
  })

  test('of a day forgets the draft', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    expect(chat.send({ type: 'text', body: 'oi' }, laterBy(25 * 60)).state.draft.items).toEqual([])
  })
})

describe('odd messages', () => {
  test('a closed store says when it opens and takes no order', () => {
    const { store } = chatFacts()
    const closed = { ...store, open: false, openText: 'Estamos fechados e abrimos às 18:00.' }
    const chat = chatWith(newChat, chatFacts({ store: closed }))
    chat.say('quero uma calabresa')
    chat.tap('item:calabresa')
    expect(chat.said.every((words) => words.includes('abrimos às 18:00'))).toBe(true)
    expect(chat.state().draft.items).toEqual([])
  })

  test('text that turns around, hidden letters and 4,096 letters are read like any other', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('\u202Ecala\u200Bbresa\u2069')
    expect(chat.state().draft.items).toEqual([calabresa])
    const long = ana()
    long.say('oi')
    const { replies } = long.say('a'.repeat(5_000))
    expect(replies[0]?.body.length).toBeLessThan(1_000)
  })

  test('only emoji and files are answered once in words; a thank-you after the order is not answered', () => {
    const chat = ana()
    chat.say('oi')
    chat.send({ type: 'other', what: 'audio' })
    expect(chat.said.at(-1)).toContain('Aqui só leio mensagens escritas')
    const done = chatWith({ ...newChat, place: 'placed' }, chatFacts())
    for (const words of ['obrigada!', '👍', '🙏🙏', 'ok']) done.say(words)
    expect(done.said).toEqual([])
  })

  test('a flood is one message, and what was written in pieces is one sentence', () => {
    const flood = Array.from({ length: 200 }, (_, index) => ({ type: 'text' as const, body: `oi ${index}` }))
    expect(turnOf(flood)).toEqual({ type: 'text', body: 'oi 199' })
    expect(turnOf([])).toBeNull()
    const pieces = ['oi', 'quero 2 calabresa'].map((body) => ({ type: 'text' as const, body }))
    const chat = ana()
    const turn = turnOf(pieces)
    if (turn) chat.send(turn)
    expect(chat.state().draft.items).toEqual([{ ...calabresa, quantity: 2 }])
    const withStop = [
      ...flood,
      { type: 'text' as const, body: 'PARAR' },
      { type: 'text' as const, body: 'oi' },
    ]
    expect(turnOf(withStop)).toEqual({ type: 'text', body: 'PARAR' })
  })
})
