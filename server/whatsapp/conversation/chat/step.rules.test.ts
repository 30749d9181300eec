import { describe, expect, test } from 'vitest'
import { newChat, type ChatState } from './chat-state.ts'
import { orderedOptions, repriced, totalCents } from './draft.rules.ts'
import { handedToPerson } from './replies.rules.ts'
import { handedBack, stepChat } from './step.rules.ts'
import { chatFacts, chatItem, chatWith, evening, refusedQuote, servedQuote } from './testing/chat-facts.ts'
import { turnsOf } from './turn.rules.ts'

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
  test('a chat order takes five messages from the store, from greeting to order number', () => {
    const chat = ana()
    chat.say('Oi')
    chat.tap('item:calabresa')
    chat.say('Rua das Flores, 10, Centro')
    chat.tap('pay:PIX')
    chat.tap('confirm')
    expect(chat.replies).toEqual([
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

  test('a chat order from a long menu takes six messages, by category', () => {
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
    expect(chat.replies).toHaveLength(6)
    expect(chat.state().place).toBe('placed')
  })

  test('repeating the last order to a known address takes five messages', () => {
    const chat = chatWith(newChat, chatFacts({ lastOrder: [calabresa], addresses: [address] }))
    for (const step of [() => chat.say('oi'), () => chat.tap('repeat'), () => chat.tap('address:0')]) step()
    chat.tap('pay:CREDIT')
    chat.tap('confirm')
    expect(chat.replies).toHaveLength(5)
  })

  test('a chat order can be written in numbers or in words alone', () => {
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
    expect(chat.replies.at(-2)).toContain('Dinheiro, troco para R$ 100,00')
    expect(chat.replies.at(-2)).toContain('Total: R$ 84,00')
  })

  test('halves cost what their group defines, which the customer sees before choosing', () => {
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
    expect(chat.replies.at(-1)).toContain('Sabores: escolha 2. Vale o preço do mais caro.')
    chat.tap('option:mussarela')
    chat.tap('option:camarao')
    expect(chat.replies.at(-1)).toContain('1 Pizza grande, Mussarela, Camarão – R$ 60,00')
    const [item] = chat.state().draft.items
    expect(item && orderedOptions(item).map(({ name, unitPriceCents }) => [name, unitPriceCents])).toEqual([
      ['Mussarela', 3_000],
      ['Camarão', 3_000],
    ])
    // The owner changes the rule in between.
    const now = repriced(chat.state().draft, factsBy('AVG').menu)
    expect(now.changes).toEqual(['Pizza grande agora sai por R$ 50,01.'])
  })

  test('options are asked for by group, and several can be chosen at once', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('meia a meia')
    expect(chat.replies.at(-1)).toBe('1 Meia a meia\nSabores: escolha 2.')
    chat.say('1 e 3')
    expect(chat.state().draft.items[0]?.options.map(({ name }) => name)).toEqual(['Mussarela', 'Portuguesa'])
    chat.tap('item:marguerita')
    chat.say('não')
    chat.tap('item:marguerita')
    chat.tap('option:cheddar')
    expect(chat.state().draft.items.map((item) => item.options.length)).toEqual([2, 0, 1])
    expect(totalCents(chat.state().draft)).toBe(6_000 + 4_800 + 5_500)
  })

  test('the missing parts of an address are asked for, one message at a time', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.say('rua das flores')
    expect(chat.replies.at(-1)).toContain('Qual é o número?')
    chat.say('10')
    expect(chat.replies.at(-1)).toContain('Qual é o bairro?')
    chat.say('Centro')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { district: 'Centro' } } })
  })

  test('a location on the map replaces the district', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.send({ type: 'location', latitude: 0, longitude: 0, address: null })
    expect(chat.replies.at(-1)).toContain('A localização veio vazia.')
    chat.send({ type: 'location', latitude: -23.5, longitude: -46.6, address: null })
    chat.say('Rua das Flores, 10')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { lat: -23.5, number: '10' } } })
  })

  test('a location before anything is ordered is the address of what follows, and no miss', () => {
    const chat = ana()
    chat.send({ type: 'location', latitude: -23.5, longitude: -46.6, address: null })
    expect(chat.replies.at(-1)).toContain('Anotei a localização')
    expect(chat.state()).toMatchObject({ misses: 0, draft: { address: { lat: -23.5, lng: -46.6 } } })
    chat.say('calabresa')
    chat.say('Rua das Flores, 10')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { address: { lat: -23.5, number: '10' } } })
  })

  test('a takeout order needs no address', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.say('vou buscar')
    chat.say('pix')
    chat.say('ok')
    expect(chat.state().place).toBe('placed')
    expect(chat.replies.at(-1)).toContain('Fica pronto em 55')
  })

  test('an order below the minimum returns to the cart', () => {
    const chat = chatWith(newChat, chatFacts(), servedQuote({ missingCents: 1_000 }))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Centro')
    expect(chat.replies.at(-1)).toContain('Faltam R$ 10,00 para o pedido mínimo')
    expect(chat.state().place).toBe('cart')
  })

  test('an address without delivery gets the reason and an offer of takeout', () => {
    const chat = chatWith(newChat, chatFacts(), refusedQuote('outside', 'nenhuma área atende este endereço'))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Longe')
    expect(chat.replies.at(-1)).toContain('nenhuma área atende este endereço')
    chat.say('1')
    expect(chat.state()).toMatchObject({ place: 'payment', draft: { type: 'TAKEOUT' } })
  })

  test('an address that no area is certain of is asked for its location once, then a person takes over', () => {
    const chat = chatWith(newChat, chatFacts(), refusedQuote('unknown', 'falta o ponto do endereço'))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, Centro')
    expect(chat.replies.at(-1)).toContain('Mande a localização')
    expect(chat.state()).toMatchObject({ place: 'address', draft: { address: { street: 'Rua das Flores' } } })
    chat.say('Rua das Flores, 10, Centro, perto da praça')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'fee', draft: { items: [calabresa] } })
  })

  test('an address without a district is asked for it first', () => {
    const chat = chatWith(newChat, chatFacts(), refusedQuote('unknown', 'falta o bairro'))
    chat.say('oi')
    chat.say('calabresa')
    chat.say('Rua das Flores, 10, 05409-000')
    expect(chat.replies.at(-1)).toContain('Qual é o bairro?')
    chat.say('Centro')
    expect(chat.replies.at(-1)).toContain('Mande a localização')
  })

  test('without delivery zones, a person takes over with the draft', () => {
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

  test('change for less than the total, or for an excessive amount, is refused', () => {
    const chat = ana()
    for (const words of ['oi', 'calabresa', 'Rua das Flores, 10, Centro', 'dinheiro', '50']) chat.say(words)
    expect(chat.replies.at(-1)).toContain('Este valor não cobre o total.')
    chat.say('5000')
    expect(chat.replies.at(-1)).toContain('Não temos tanto troco.')
    chat.say('60')
    expect(chat.state().draft.payment).toEqual({ method: 'CASH', changeForCents: null })
  })
})

describe('confirmation', () => {
  const upToSummary = () => {
    const chat = ana()
    for (const words of ['oi', 'calabresa', 'Rua das Flores, 10, Centro', 'pix']) chat.say(words)
    return chat
  }
  const without = (id: string) => {
    const { menu } = chatFacts()
    return chatFacts({ menu: { ...menu, items: menu.items.filter((item) => item.id !== id) } })
  }

  test('at confirmation, an item that is gone is removed and announced, and no order is placed', () => {
    const chat = upToSummary()
    const step = chat.send({ type: 'choice', id: 'confirm', title: 'Confirmar' }, without('calabresa'))
    expect(step.ask).toBeNull()
    expect(chat.replies.at(-1)).toContain('Calabresa não está disponível agora.')
    expect(chat.state()).toMatchObject({ place: 'menu', draft: { items: [] } })
  })

  test('a changed price is announced before the customer confirms it', () => {
    const chat = upToSummary()
    const { menu } = chatFacts()
    const dearer = chatFacts({
      menu: { ...menu, items: menu.items.map((item) => ({ ...item, priceCents: item.priceCents + 500 })) },
    })
    chat.send({ type: 'choice', id: 'confirm', title: 'Confirmar' }, dearer)
    expect(chat.replies.at(-1)).toContain('Calabresa agora sai por R$ 55,00.')
    expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [{ unitPriceCents: 5_500 }] } })
  })

  test('an expired quote is renewed, and the new total is confirmed again', () => {
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

  test('a second confirmation while the order is being placed gets no reply', () => {
    const placing: ChatState = { ...upToSummary().state(), place: 'placing' }
    const step = stepChat(placing, { type: 'choice', id: 'confirm', title: 'Confirmar' }, chatFacts())
    expect([step.replies, step.ask]).toEqual([[], null])
  })

  test('an order that was placed while a person took over is not placed again', () => {
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

  test('an order with alcohol, and only such an order, is confirmed as an adult', () => {
    const chat = upToBeer()
    expect(chat.replies.at(-1)).toContain('ao confirmar, você diz que tem 18 anos ou mais')
    expect(chat.state().offered[0]).toEqual({ id: 'confirm', title: 'Confirmar, tenho 18+' })
    chat.say('sim')
    expect(chat.state().place).toBe('placed')
    const without = chatWith(newChat, withBeer)
    for (const words of ['oi', 'calabresa', 'vou buscar', 'pix']) without.say(words)
    expect(without.replies.at(-1)).not.toContain('18 anos')
    expect(without.state().offered[0]?.title).toBe('Confirmar')
  })

  test.each(['sou menor de idade', 'tenho 16 anos', 'Não tenho 18'])(
    'alcohol is removed from the order after “%s”',
    (words) => {
      const chat = upToBeer()
      chat.say(words)
      expect(chat.replies.at(-1)).toContain('Bebida alcoólica só para maiores de 18 anos: tiramos do pedido.')
      expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [calabresa] } })
    },
  )
})

describe('a person', () => {
  test.each([
    ['atendente', 'asked'],
    ['Quero falar com o gerente', 'asked'],
    ['cadê meu pedido?', 'order'],
    ['Isso é um absurdo', 'complaint'],
    ['O temaki tem gergelim? Minha filha tem alergia', 'allergy'],
  ])('“%s” calls a person, for this reason: %s', (words, why) => {
    const chat = ana()
    chat.say('oi')
    chat.say(words)
    expect(chat.state()).toMatchObject({ place: 'person', why })
    expect(chat.replies.at(-1)).toBe('Certo. Uma pessoa da loja responde por aqui.')
  })

  test('a person who was already called is alerted to an allergy, and to nothing less', () => {
    const chat = ana()
    for (const words of ['oi', 'atendente', 'que absurdo']) chat.say(words)
    expect(chat.state().why).toBe('asked')
    chat.say('Ela é alérgica')
    expect(chat.state().why).toBe('allergy')
    expect(handedBack(chat.state()).why).toBeUndefined()
  })

  test('a person is called after two messages in a row that were not understood', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('zxcvb')
    expect(chat.replies.at(-1)).toContain('Não entendi.')
    chat.say('qwert')
    expect(chat.state()).toMatchObject({ place: 'person', why: 'not-understood' })
  })

  test('a person answers alone until handing back; then the order continues', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    const taken = handedToPerson(chat.state(), 'taken')
    const mute = chatWith(taken, chatFacts())
    for (const words of ['oi?', 'calabresa', 'alô']) mute.say(words)
    expect(mute.replies).toEqual([])
    const back = chatWith(handedBack(mute.state()), chatFacts())
    back.say('Rua das Flores, 10, Centro')
    expect(back.state()).toMatchObject({ place: 'payment', draft: { items: [calabresa] } })
  })
})

describe('PARAR', () => {
  test('PARAR stops everything with one reply, and only VOLTAR starts again', () => {
    const chat = ana()
    chat.say('oi')
    chat.say(' Parar! ')
    chat.say('parar')
    chat.say('oi')
    expect(chat.state().place).toBe('stopped')
    expect(chat.replies).toHaveLength(2)
    chat.say('voltar')
    expect(chat.state().place).toBe('greeting')
  })

  test('PARAR within a sentence stops nothing', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('pode parar na portaria')
    expect(chat.state().place).not.toBe('stopped')
  })
})

describe('a pause', () => {
  test('after a pause of twenty minutes the customer is greeted and offered to continue', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    const step = chat.send({ type: 'text', body: 'oi' }, laterBy(25))
    expect(step.state.place).toBe('greeting')
    expect(step.state.offered[0]).toEqual({ id: 'resume', title: 'Continuar o pedido' })
    chat.send({ type: 'text', body: '1' }, laterBy(26))
    expect(chat.state()).toMatchObject({ place: 'cart', draft: { items: [calabresa] } })
  })

  test('after a pause of a day the draft is discarded', () => {
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
    expect(chat.replies.every((words) => words.includes('abrimos às 18:00'))).toBe(true)
    expect(chat.state().draft.items).toEqual([])
  })

  test('reversed text, hidden characters and 4,096 characters are read like any other text', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('\u202Ecala\u200Bbresa\u2069')
    expect(chat.state().draft.items).toEqual([calabresa])
    const long = ana()
    long.say('oi')
    const { replies } = long.say('a'.repeat(5_000))
    expect(replies[0]?.body.length).toBeLessThan(1_000)
  })

  test('emoji and files get one reply in text; a thank-you after the order gets none', () => {
    const chat = ana()
    chat.say('oi')
    chat.send({ type: 'other', what: 'image' })
    expect(chat.replies.at(-1)).toContain('Aqui só leio mensagens escritas')
    const done = chatWith({ ...newChat, place: 'placed' }, chatFacts())
    for (const words of ['obrigada!', '👍', '🙏🙏', 'ok']) done.say(words)
    expect(done.replies).toEqual([])
  })

  test('a voice message goes to a person with its length, and the order so far stays', () => {
    const chat = ana()
    chat.say('oi')
    chat.say('calabresa')
    chat.send({ type: 'other', what: 'audio', seconds: 75 })
    expect(chat.replies.at(-1)).toBe(
      'Recebemos o seu áudio de 1:15.\nCerto. Uma pessoa da loja responde por aqui.',
    )
    expect(chat.state()).toMatchObject({ place: 'person', why: 'voice', draft: { items: [calabresa] } })
  })

  test('a voice message among texts still goes to a person, unless the customer wants no messages', () => {
    const audio = { type: 'other' as const, what: 'audio', seconds: 5 }
    const text = { type: 'text' as const, body: '1 calabresa' }
    expect(turnsOf([text, audio, text])).toEqual([audio])
    expect(turnsOf([audio, { type: 'text', body: 'PARAR' }])).toEqual([{ type: 'text', body: 'PARAR' }])
  })

  test('a flood becomes one message, and text written in pieces becomes one sentence', () => {
    const flood = Array.from({ length: 200 }, (_, index) => ({ type: 'text' as const, body: `oi ${index}` }))
    expect(turnsOf(flood)).toEqual([{ type: 'text', body: 'oi 199' }])
    expect(turnsOf([])).toEqual([])
    const pieces = ['oi', 'quero 2 calabresa'].map((body) => ({ type: 'text' as const, body }))
    const chat = ana()
    const [turn] = turnsOf(pieces)
    if (turn) chat.send(turn)
    expect(chat.state().draft.items).toEqual([{ ...calabresa, quantity: 2 }])
    const withStop = [
      ...flood,
      { type: 'text' as const, body: 'PARAR' },
      { type: 'text' as const, body: 'oi' },
    ]
    expect(turnsOf(withStop)).toEqual([{ type: 'text', body: 'PARAR' }])
  })
})
