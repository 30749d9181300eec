import { describe, expect, test } from 'vitest'
import { newChat, type ChatState } from './chat-state.ts'
import { chatFacts, chatWith } from './testing/chat-facts.ts'
import { lineText, readUtterances, type Utterance } from './testing/utterances.ts'

/**
 * `needless`: the chat asks although nothing is open, or does not answer. `wrong`: a line is in the order that the
 * customer did not mean, or one is missing without a word.
 */
type Verdict = 'right' | 'rightly asked' | 'needless' | 'wrong'

const answers: Readonly<Record<string, RegExp>> = {
  payment: /Pix, cartão/,
  delivery: /Entregamos em|A taxa/,
  hours: /Estamos abertos/,
  status: /Seu pedido 7/,
  time: /A entrega leva/,
  item: /Temos: |no cardápio de agora/,
  takeout: /retirar na loja/,
  address: /A loja fica em/,
}

/** What the chat makes of an utterance, said with its cart at hand. */
function outcomeOf({ menu, cart, text }: Utterance) {
  const begun: ChatState = {
    ...newChat,
    place: cart.length > 0 ? 'cart' : 'greeting',
    draft: { ...newChat.draft, items: cart },
  }
  const chat = chatWith(begun, chatFacts({ menu, openOrderText: 'Seu pedido 7 está em preparo.' }))
  chat.say(text)
  const { draft, offered, choosing, open = [], misses, place } = chat.state()
  const isAboutLine = offered.some(({ id }) => id.startsWith('line:'))
  const questions = (choosing ? 1 : 0) + open.length + (isAboutLine ? 1 : 0)
  return {
    ...{ lines: draft.items.map(lineText), offered: offered.map(({ title }) => title), questions },
    reply: chat.replies.at(-1) ?? '',
    isAsking: questions > 0 || misses > 0 || place === 'person' || draft.items.length === 0,
  }
}

function verdictOf(utterance: Utterance): Verdict {
  const { lines, reply, offered, isAsking } = outcomeOf(utterance)
  const { choices, answer } = utterance
  // What was in the cart stays while the chat asks: a correction that it did not make is a needless question, and the
  // customer sees the line as it was.
  const kept = choices === null && !isAsking ? [] : utterance.cart.map(lineText)
  if (lines.some((line) => !utterance.lines.includes(line) && !kept.includes(line))) return 'wrong'
  const isWhole = lines.length === utterance.lines.length
  if (!isAsking && (!isWhole || choices !== null)) return 'wrong'
  if (answer !== null && !answers[answer]?.test(reply)) return 'needless'
  if (choices === null) return isWhole && (!isAsking || lines.length === 0) ? 'right' : 'needless'
  const isOffered = choices.every((choice) =>
    offered.some((title) => choice.startsWith(title.replace(/…$/, ''))),
  )
  return isOffered ? 'rightly asked' : 'needless'
}

const all = readUtterances()

interface Part {
  readonly half: Utterance['half']
  readonly of: number
  readonly right: number
  readonly needless?: readonly string[]
  /** Known ones; each is asked about, so that none is placed. */
  readonly wrong?: readonly string[]
}

describe.each<Part>([
  { half: 'first', of: 150, right: 116 },
  { half: 'second', of: 150, right: 108 },
  { half: 'after', of: 70, right: 50 },
  // "Pão" alone may be either bread, as the first half has it.
  { half: 'a second hand', of: 150, right: 141, needless: ['padaria: 10 paes e 2 coxinha'] },
  { half: 'a third hand', of: 150, right: 110 },
  {
    half: 'a fourth hand',
    of: 100,
    right: 71,
    needless: [
      'lanchonete: opa blz manda 1 x tudo e 1 coca lata pra ca rua sao joao 88 dinheiro troco pra 50',
      'lanchonete: eu quero tres x tudo um sem ovo e os outros dois normal e uma coca de dois litros entregar na avenida brasil mil e duzentos pago no pix',
      'lanchonete: salve chefe 5 x burger 2 guarana 2l e 1 porcao de frango a passarinho é pra galera aq do trampo',
      'pizzaria: boa noite gostaria de uma pizza grande metade portuguesa metade frango com catupiry sem cebola entrega na rua das acacias numero quarenta e cinco cartao de credito',
      'pizzaria: boa noite vizinha 1 portuguesa grande 1 calabresa media e 2 coca 2 litros, maquininha pfv',
      'hamburgueria: e ai mano, da pra mandar 4 smash simples, 2 onion rings e 4 refri? é na travessa ipe 17',
    ],
    wrong: [
      'lanchonete: 2 x tudo\nops 2 nao\n1 so',
      'marmitaria: oi td bem queria uma marmitex grande com bife acebolado e uma media com frango a grande sem salada',
    ],
  },
  {
    half: 'a fifth hand',
    of: 120,
    right: 85,
    needless: [
      'hamburgueria: 1 chesse bacon sem cebola e 1 refri lata',
      'padaria: quanto é a coxinha? se for menos de 10 manda 5',
    ],
    wrong: [
      'açaí: na verdade são 3, um de cada sabor',
      'açaí: quero 1 de 300 com morango e leite condensado e 1 de 700 com granola, granola separada. av independencia 1010 bl b',
    ],
  },
  {
    half: 'a sixth hand',
    of: 150,
    right: 101,
    // The menu has cans of no brand.
    needless: ['cantina: uma coca e um filé a parmegiana'],
    wrong: [
      'hamburgueria: eae mano\nmanda 3 smash simples\num só com queijo e carne\n4 brahma geladassa',
      'hamburgueria: dois refri lata um guaraná e um coca zero, e uma picanha bem passada',
    ],
  },
  {
    half: 'a seventh hand',
    of: 120,
    right: 97,
    // Eight in all, or eight more?
    needless: ['pizzaria: faz 8 de carne e poe mais 4 de queijo'],
  },
  { half: 'an eighth hand', of: 120, right: 98 },
  { half: 'a ninth hand', of: 120, right: 100 },
  {
    half: 'a tenth hand',
    of: 150,
    right: 108,
    needless: [
      'cantina: olá! pro João um filé a parmegiana e pra mim um nhoque, e 2 aguas minerais',
      'japonês: 1 temaki salmao cru e 1 salmao grelhado',
      'açaí: quero o maior açaí q vcs tem, com morango e paçoca',
      'hamburgueria: um dos cheese sem molho',
    ],
  },
  { half: 'hurried kinds', of: 261, right: 196 },
  {
    half: 'further kinds',
    of: 366,
    right: 252,
    needless: [
      'lanchonete: x tudo x 2',
      'pizzaria: esfiha: 3 carne 4 queijo 2 frango',
      'pizzaria: borda nao',
      'açaí: tira a granola',
      'hamburgueria: deixa so o lanche',
      'hamburgueria: na verdade esquece, quero 2 smash duplo',
      'japonês: na vdd é combo 1',
      'cantina: o segundo com mais molho',
      'lanchonete: faltou uma coca zero',
      'pizzaria: melhor uma 2 litros',
      'cantina: 1 nhoque pro vô e 1 espaguete pra cris',
      'hamburgueria: picanha sem picles ponto mal passado',
      'padaria: prefiro com leite',
    ],
  },
])('the utterances of customers, part “$half”', ({ half, of, right, needless = [], wrong = [] }) => {
  const its = all.filter((one) => one.half === half)

  test(`all ${of} are read as they are meant: ${right} without a question, none placed wrongly`, () => {
    const verdicts = Map.groupBy(its, verdictOf)
    const saying = (wanted: Verdict) =>
      (verdicts.get(wanted) ?? []).map(({ menuName, text }) => `${menuName}: ${text}`)
    expect(its).toHaveLength(of)
    expect(saying('wrong')).toEqual(wrong)
    expect((verdicts.get('wrong') ?? []).filter((one) => !outcomeOf(one).isAsking)).toEqual([])
    expect(saying('needless')).toEqual(needless)
    expect(saying('right')).toHaveLength(right)
  })
})

test('an order takes less than one question in the mean', () => {
  const orders = all.filter(({ lines, choices }) => lines.length > 0 || (choices ?? []).length > 0)
  const questions = orders.reduce((sum, one) => sum + outcomeOf(one).questions, 0)
  expect(orders.length).toBeGreaterThan(250)
  expect(questions / orders.length).toBeLessThan(0.25)
})
