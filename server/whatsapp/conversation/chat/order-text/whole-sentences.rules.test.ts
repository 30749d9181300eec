import { describe, expect, test } from 'vitest'
import { asked, understood } from '../testing/understood.ts'
import { orderOf } from '../testing/utterances.ts'

describe('an address inside the sentence', () => {
  test.each([
    ['2 x-tudo pra entregar na rua goiás 510', 'rua goiás', '510'],
    ['1 x-bacon entrega na av brasil mil e quinhentos', 'av brasil', '1500'],
    ['1 x-bacon entrega na av brasil duzentos e trinta e cinco', 'av brasil', '235'],
    ['1 x-tudo pode mandar aqui na rua sete de setembro número vinte e três', 'rua sete de setembro', '23'],
    ['1 x-tudo e 1 coca lata na travessa das rosas 9', 'travessa das rosas', '9'],
    ['manda 1 misto quente pra rua do sol 77 fundos, cartão', 'rua do sol', '77'],
    ['2 x-tudo e 1 coca lata rua são joão 88 troco pra 50', 'rua são joão', '88'],
    ['3 cachorro quente av brasil 1500 fundos pix', 'av brasil', '1500'],
    ['1 x-bacon e 2 batata frita travessa ipê dezessete', 'travessa ipê', '17'],
  ])('“%s”', (words, street, number) => {
    const { draft } = orderOf('lanchonete', words).state
    expect([draft.address?.street, draft.address?.number]).toEqual([street, number])
  })

  test('a site is its point of reference', () => {
    const { address } = orderOf('marmitaria', '2 marmita P com ovo, obra da rua josé bonifácio 77').state
      .draft
    expect(address).toMatchObject({ street: 'rua josé bonifácio', number: '77', reference: 'obra' })
  })

  test('a site is one too where the street follows it at once', () => {
    const { address } = orderOf('marmitaria', '2 marmita P com ovo entrega na firma rua paraná 300').state
      .draft
    expect(address).toMatchObject({ street: 'rua paraná', number: '300', reference: 'firma' })
  })

  test('“de rua” is a word of the dish', () => {
    expect(orderOf('lanchonete', '2 cachorro quente de rua 1 coca lata').state.draft.address).toBeNull()
  })

  test('a payment behind it is no part of it', () => {
    const { draft, payBy } = orderOf('lanchonete', '1 x-bacon, rua das palmeiras 412 casa 2, cartao').state
    expect(payBy).toBe('CREDIT')
    expect(draft.address).toMatchObject({ number: '412', complement: 'casa 2', district: '' })
  })
})

describe('an hour inside the sentence', () => {
  test.each([
    '20 brigadeiro e 1 bolo de cenoura pra hj as 15h',
    '1 kibe pra meio dia',
    '2 coxinha pra daqui a 1 hora',
    '1 coxinha, às 19:30',
    '1 kibe, rua do sol 10, centro, umas 8 e meia',
  ])('“%s” says that none can be kept', (words) => {
    const { replies, isAsking } = orderOf('padaria', words)
    expect(isAsking).toBe(false)
    expect(replies.join('\n')).toContain('não dá para marcar horário')
  })

  test('another day is asked about', () => {
    expect(orderOf('padaria', '1 bolo de cenoura pra amanhã às 15h').isAsking).toBe(true)
  })
})

describe('takeout inside the sentence', () => {
  test.each([
    'vou passar aí pra pegar 1 kibe',
    '1 kibe que eu passo aí já',
    '1 kibe, passo aí pra buscar às 18h',
  ])('“%s”', (words) => {
    const { lines, state } = orderOf('padaria', words)
    expect(lines).toEqual(['1 Kibe'])
    expect(state.draft.type).toBe('TAKEOUT')
  })
})

describe('the count is between the words', () => {
  understood([
    ['padaria', 'suco de laranja 2 s/ gelo', ['2 Suco de laranja {sem gelo}']],
    ['pizzaria', 'esfiha 5 carne', ['5 Esfiha de carne']],
    ['pizzaria', 'esfiha 3 frango e 2 queijo', ['3 Esfiha de frango', '2 Esfiha de queijo']],
    ['lanchonete', 'x-tudo 2 sem milho e 1 coca lata', ['2 X-Tudo {sem milho}', '1 Coca-Cola lata']],
    ['padaria', 'coxinha: 10, kibe: 5', ['10 Coxinha', '5 Kibe']],
    [
      'lanchonete',
      'batata com cheddar e bacon 2, guarana 2 litros 1',
      ['2 Batata frita com cheddar e bacon', '1 Guaraná Antarctica 2 L'],
    ],
  ])
})

describe('another kind of the line before', () => {
  understood([
    ['lanchonete', '2 agua sem gas 1 com gas', ['2 Água sem gás', '1 Água com gás']],
    ['lanchonete', '1 agua com gas e 3 sem gas', ['1 Água com gás', '3 Água sem gás']],
    ['pizzaria', '10 esfirra metade carne metade queijo', ['5 Esfiha de carne', '5 Esfiha de queijo']],
    ['pizzaria', '6 esfihas metade de frango e metade de carne', ['3 Esfiha de frango', '3 Esfiha de carne']],
    [
      'pizzaria',
      '2 pizza grande de calabresa 1 com borda de cheddar',
      ['1 Pizza grande (Calabresa, Cheddar)', '1 Pizza grande (Calabresa)'],
    ],
  ])
  asked([['pizzaria', '5 esfihas metade carne metade queijo', []]])
})

describe('one flavour too many', () => {
  asked([
    ['pizzaria', 'pizza grande três sabores calabresa portuguesa e frango', []],
    ['pizzaria', '1 grande calabresa mussarela e pepperoni', []],
    ['pizzaria', '1 pizza media portuguesa, marguerita e calabresa', []],
  ])
})

describe('another thing than the menu has', () => {
  asked([
    ['lanchonete', 'um x frango', []],
    ['lanchonete', '2 x calabresa e 1 misto', ['1 Misto quente']],
    ['lanchonete', '1 x-frango e 1 suco de laranja', ['1 Suco de laranja']],
  ])
})

describe('a slip that the customer takes back at once', () => {
  understood([
    ['lanchonete', 'quero 3 x-burguer nao pera 4 e uma coca 2l', ['4 X-Burger', '1 Coca-Cola 2 L']],
    ['lanchonete', '2 x-tudo ops 3', ['3 X-Tudo']],
    ['padaria', '5 coxinha quer dizer 6', ['6 Coxinha']],
  ])
  asked([['lanchonete', '1 coca lata e 3 x-burguer não pera 4', ['1 Coca-Cola lata', '3 X-Burger']]])
})

describe('numbers in words', () => {
  understood([
    ['padaria', 'vinte e cinco pães franceses', ['25 Pão francês']],
    ['açaí', 'um açaí de setecentos com granola', ['1 Açaí 700 ml (Granola)']],
    ['hamburgueria', 'dois chopps de trezentos', ['2 Chopp 300 ml']],
  ])
})

describe('words that say nothing of an item', () => {
  understood([
    ['lanchonete', 'oiii boa noiteee queria fazer um pedido são dois x-burger', ['2 X-Burger']],
    ['lanchonete', 'uai me ve um xis bacon tche', ['1 X-Bacon']],
    ['lanchonete', '3 x-egg pro pessoal da obra', ['3 X-Egg']],
    ['açaí', 'só o açaí 300 msm, sem complemento', ['1 Açaí 300 ml']],
    ['lanchonete', '1 x x-egg c/ bacon', ['1 X-Egg (Bacon)']],
    ['lanchonete', '2 coca lta', ['2 Coca-Cola lata']],
    ['pizzaria', 'uma média de atum, se não tiver pode ser calabresa', ['1 Pizza média (Calabresa)']],
    ['pizzaria', 'uma média de calabresa, se não tiver manda portuguesa', ['1 Pizza média (Calabresa)']],
    ['lanchonete', 'dá pra tirar a maionese do x-salada? se der manda 2', ['2 X-Salada {sem maionese}']],
  ])
})

describe('a name for the order', () => {
  test.each([
    ['sou o Caio, 2 kibe, retirada, pix', 'Caio'],
    ['meu nome é Ana Paula, 2 kibe, vou buscar, pago no pix', 'Ana Paula'],
    ['2 kibe, retirada, pix, no nome de Rui', 'Rui'],
  ])('“%s” is said in the summary', (words, name) => {
    const { lines, reply, isAsking } = orderOf('padaria', words)
    expect([lines, isAsking]).toEqual([['2 Kibe'], false])
    expect(reply).toContain(`Em nome de ${name}.`)
  })

  test('without a capital letter it is no name', () => {
    expect(orderOf('padaria', '1 kibe, sou do prédio azul').reply).not.toContain('Em nome de')
  })
})

describe('no change is wanted', () => {
  test.each(['1 kibe, retirada, dinheiro, sem troco', '1 kibe, vou buscar, não precisa de troco'])(
    '“%s” asks for no note',
    (words) => {
      const { lines, state } = orderOf('padaria', words)
      expect(lines).toEqual(['1 Kibe'])
      expect(state).toMatchObject({
        place: 'summary',
        draft: { payment: { method: 'CASH', changeForCents: null } },
      })
    },
  )
})

describe('half a pizza', () => {
  asked([
    ['pizzaria', 'uma pizza grande metade calabresa', []],
    ['pizzaria', '1 média meia portuguesa', []],
    ['pizzaria', '1 grande meio pepperoni e 1 coca lata', ['1 Coca-Cola lata']],
  ])
  understood([
    ['pizzaria', '1 grande metade calabresa e metade portuguesa', ['1 Pizza grande (Calabresa, Portuguesa)']],
  ])
})

describe('written without the spaces and the "e" between', () => {
  understood([
    ['lanchonete', 'quero1x-egg e2coca lata', ['1 X-Egg', '2 Coca-Cola lata']],
    ['lanchonete', '2x-tudo 1coca 2l', ['2 X-Tudo', '1 Coca-Cola 2 L']],
    ['padaria', '10coxinha e 5kibe', ['10 Coxinha', '5 Kibe']],
    ['lanchonete', 'x-burger sem cebola x-bacon', ['1 X-Burger {sem cebola}', '1 X-Bacon']],
    ['lanchonete', 'sem cebola x-burger', ['1 X-Burger {sem cebola}']],
    ['marmitaria', 'manda ver uma grande de linguça ai', ['1 Marmitex G (Linguiça toscana)']],
    ['lanchonete', 'adicione um misto quente ao carrinho', ['1 Misto quente']],
  ])
})

describe('a verb in the middle', () => {
  understood([
    ['lanchonete', '1 x-tudo mas tira a cebola e coloca cheddar', ['1 X-Tudo (Cheddar) {sem cebola}']],
    ['lanchonete', '1 x-egg sem alface e põe bacon extra', ['1 X-Egg (Bacon) {sem alface}']],
    ['lanchonete', 'quero 2 x-salada bota uma coca lata', ['2 X-Salada', '1 Coca-Cola lata']],
    ['lanchonete', 'adiciona 1 misto no meu pedido', ['1 Misto quente']],
    ['lanchonete', '1 x-bacon, é pra entrega', ['1 X-Bacon']],
    ['lanchonete', '1 x-bacon, entrega aqui na rua de baixo', ['1 X-Bacon']],
    ['lanchonete', 'kero 2 x-egg e 1 sucu de laranja', ['2 X-Egg', '1 Suco de laranja']],
  ])
})

describe('a question inside the sentence', () => {
  test.each([
    ['1 x-tudo quanto tempo demora pra chegar na vila são josé', /A entrega leva/],
    ['1 x-tudo e vcs cobram entrega?', /Entregamos em|A taxa/],
    ['1 x-tudo sem cebola pagamento no pix qual a chave?', /Pix, cartão/],
  ])('“%s”', (words, answer) => {
    const { lines, reply, isAsking } = orderOf('lanchonete', words)
    expect(isAsking).toBe(false)
    expect(lines).toEqual([words.includes('sem') ? '1 X-Tudo {sem cebola}' : '1 X-Tudo'])
    expect(reply).toMatch(answer)
  })
})

describe('short forms of a hurried hand', () => {
  understood([
    ['pizzaria', 'manda uma gde portuguesa', ['1 Pizza grande (Portuguesa)']],
    ['lanchonete', 'add 2 batata frita', ['2 Batata frita']],
  ])
})

describe('a wish ends where another begins', () => {
  understood([
    [
      'pizzaria',
      '1 pizza grande portuguesa sem ovo e borda de catupiry',
      ['1 Pizza grande (Catupiry, Portuguesa) {sem ovo}'],
    ],
  ])
  asked([['lanchonete', '3 x tudo um sem ovo e os outros dois normal', ['1 X-Tudo {sem ovo}', '2 X-Tudo']]])
})

describe('“outro” behind one is one more', () => {
  understood([
    [
      'marmitaria',
      '2 marmitex m de frango e outra de bife',
      ['2 Marmitex M (Frango grelhado)', '1 Marmitex M (Bife acebolado)'],
    ],
    ['lanchonete', '1 x-tudo e outro sem cebola', ['1 X-Tudo', '1 X-Tudo {sem cebola}']],
    ['lanchonete', '1 x-tudo sem ovo e outro com bacon', ['1 X-Tudo {sem ovo}', '1 X-Tudo (Bacon)']],
    ['lanchonete', '2 x-tudo, um sem ovo outro sem cebola', ['1 X-Tudo {sem ovo}', '1 X-Tudo {sem cebola}']],
  ])
  asked([
    ['lanchonete', '2 x-tudo e outro sem cebola', ['2 X-Tudo']],
    ['lanchonete', '1 x-tudo e outro', ['1 X-Tudo']],
  ])

  test('in a message of its own it is asked about, and no X-Bacon', () => {
    const { lines, isAsking } = orderOf('lanchonete', '1 x-tudo', 'e outro com bacon')
    expect([lines, isAsking]).toEqual([['1 X-Tudo'], true])
  })
})
