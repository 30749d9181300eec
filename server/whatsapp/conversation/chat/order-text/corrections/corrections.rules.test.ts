import { describe, expect, test } from 'vitest'
import { asksAbout, corrects } from '../../testing/understood.ts'
import { orderOf } from '../../testing/utterances.ts'

describe('an option takes the place of another', () => {
  corrects([
    ['lanchonete', '1 x-burger com bacon', 'tira o bacon e poe ovo', ['1 X-Burger (Ovo)']],
    [
      'pizzaria',
      '1 pizza grande meia calabresa meia portuguesa',
      'troca a portuguesa por pepperoni',
      ['1 Pizza grande (Calabresa, Pepperoni)'],
    ],
    [
      'hamburgueria',
      '1 burger de picanha ao ponto',
      'o burger é bem passado',
      ['1 Burger de picanha (Bem passado)'],
    ],
    ['açaí', '1 milkshake de morango', 'o milkshake é de chocolate', ['1 Milkshake 400 ml (Chocolate)']],
    [
      'pizzaria',
      '2 pizza grande calabresa',
      'troca uma por mussarela',
      ['1 Pizza grande (Calabresa)', '1 Pizza grande (Mussarela)'],
    ],
  ])
  asksAbout([
    [
      'pizzaria',
      '1 pizza grande calabresa e 1 pizza media calabresa',
      'troca a calabresa por mussarela',
      ['1 Pizza grande (Calabresa)', '1 Pizza média (Calabresa)'],
    ],
  ])
})

describe('an option that is taken off is not charged', () => {
  corrects([
    ['lanchonete', '1 x-burger com bacon', 'tira o bacon', ['1 X-Burger']],
    ['açaí', '1 açaí 300 com banana e granola', 'sem a granola', ['1 Açaí 300 ml (Banana)']],
    [
      'pizzaria',
      '1 pizza grande calabresa com borda de cheddar',
      'tira a borda',
      ['1 Pizza grande (Calabresa)'],
    ],
  ])
  asksAbout([['pizzaria', '1 pizza grande calabresa', 'tira a calabresa', ['1 Pizza grande (Calabresa)']]])
})

describe('another size or kind', () => {
  corrects([
    ['pizzaria', '1 pizza grande calabresa', 'troca a grande por broto', ['1 Pizza broto (Calabresa)']],
    ['lanchonete', '1 x-tudo e 1 coca lata', 'a coca pode ser de 2 litros', ['1 X-Tudo', '1 Coca-Cola 2 L']],
    ['hamburgueria', '1 batata rustica p sem sal', 'a batata é grande', ['1 Batata rústica G {sem sal}']],
    ['lanchonete', '1 x-tudo e 1 coca lata', 'troca pra suco de laranja', ['1 X-Tudo', '1 Suco de laranja']],
    ['cantina', '1 nhoque e 1 pudim', 'faz a lasanha em vez do nhoque', ['1 Lasanha à bolonhesa', '1 Pudim']],
    [
      'lanchonete',
      '1 x-egg e 1 coca lata',
      'não é coca, é guaraná lata',
      ['1 X-Egg', '1 Guaraná Antarctica lata'],
    ],
  ])
  asksAbout([
    ['pizzaria', '1 pizza grande calabresa', 'troca a grande por esfiha', ['1 Pizza grande (Calabresa)']],
  ])
})

describe('some of a line', () => {
  corrects([
    ['lanchonete', '2 x-salada', 'troca um x-salada por x-bacon', ['1 X-Salada', '1 X-Bacon']],
    ['lanchonete', '3 x-salada', 'troca uma das 3 por x-egg', ['2 X-Salada', '1 X-Egg']],
    [
      'pizzaria',
      '10 esfiha de carne',
      'troca 3 por esfiha de queijo',
      ['7 Esfiha de carne', '3 Esfiha de queijo'],
    ],
  ])
})

describe('another quantity', () => {
  corrects([
    ['lanchonete', '2 x-salada e 1 coca lata', 'aumenta a coca pra 4', ['2 X-Salada', '4 Coca-Cola lata']],
    ['padaria', '10 pao frances', 'baixa pra 6', ['6 Pão francês']],
    ['lanchonete', '2 x-egg e 1 coca lata', 'diminui pra 1 x-egg', ['1 X-Egg', '1 Coca-Cola lata']],
    ['lanchonete', '3 x-egg e 1 coca lata', 'na verdade é 1', ['1 X-Egg', '1 Coca-Cola lata']],
    ['lanchonete', '2 x-egg e 1 coca lata', 'desconsidera a coca', ['2 X-Egg']],
    ['lanchonete', '2 x-egg e 1 coca lata', 'só 1 x-egg', ['1 X-Egg', '1 Coca-Cola lata']],
    ['lanchonete', '2 x-egg', 'só uma coca lata', ['2 X-Egg', '1 Coca-Cola lata']],
  ])
  asksAbout([['lanchonete', '2 x-egg e 1 coca lata', 'aumenta pra 3', ['2 X-Egg', '1 Coca-Cola lata']]])
})

test('whom an item is for orders no other one', () => {
  for (const words of ['o x-egg é pra minha mãe', 'a coca é pra mim'])
    expect(orderOf('lanchonete', '1 x-egg e 1 coca lata', words).lines).toEqual([
      '1 X-Egg',
      '1 Coca-Cola lata',
    ])
})

describe('the whole order, or half of an item, is no line to swap', () => {
  asksAbout([
    ['lanchonete', '2 x-tudo e 1 coca lata', 'troca tudo por 1 misto', ['2 X-Tudo', '1 Coca-Cola lata']],
    ['pizzaria', '1 grande calabresa', 'a pizza é metade mussarela', ['1 Pizza grande (Calabresa)']],
    ['pizzaria', '1 grande calabresa', 'muda pra meia mussarela', ['1 Pizza grande (Calabresa)']],
  ])
})

describe('a change that says only what is different', () => {
  corrects([
    ['marmitaria', '1 marmita m de frango', 'é G na vdd', ['1 Marmitex G (Frango grelhado)']],
    ['açaí', '1 açaí 300 com banana', 'pode ser o de 500', ['1 Açaí 500 ml (Banana)']],
    [
      'hamburgueria',
      '1 smash simples e 1 chopp 300',
      'faz duplo e o chopp de 500',
      ['1 Smash duplo', '1 Chopp 500 ml'],
    ],
    ['hamburgueria', '1 batata rustica p', 'a grande', ['1 Batata rústica G']],
    [
      'lanchonete',
      '1 x-tudo e 1 coca lata',
      'troca a coca por uma de 2 litros',
      ['1 X-Tudo', '1 Coca-Cola 2 L'],
    ],
    // Without an article or a verb it is one more.
    ['lanchonete', '1 suco de laranja', 'maracujá', ['1 Suco de laranja', '1 Suco de maracujá']],
    ['lanchonete', '1 coca lata', 'coca 2 litros', ['1 Coca-Cola lata', '1 Coca-Cola 2 L']],
    [
      'pizzaria',
      '1 pizza grande calabresa',
      'e uma broto portuguesa',
      ['1 Pizza grande (Calabresa)', '1 Pizza broto (Portuguesa)'],
    ],
  ])
})

describe('an option more', () => {
  corrects([
    ['lanchonete', '1 x-burger', 'bota um bacon nele', ['1 X-Burger (Bacon)']],
    [
      'pizzaria',
      '1 pizza grande calabresa',
      'põe borda de catupiry',
      ['1 Pizza grande (Calabresa, Catupiry)'],
    ],
    [
      'lanchonete',
      '1 x-salada e 1 coca lata',
      'coloca bacon extra no lanche',
      ['1 X-Salada (Bacon)', '1 Coca-Cola lata'],
    ],
    ['açaí', '1 açaí 500 com granola', 'coloca morango tb', ['1 Açaí 500 ml (Granola, Morango)']],
  ])
  asksAbout([
    ['lanchonete', '1 x-burger e 1 x-salada', 'bota um ovo nele', ['1 X-Burger', '1 X-Salada']],
    ['pizzaria', '2 pizza grande calabresa', 'põe borda de catupiry', ['2 Pizza grande (Calabresa)']],
  ])
})

describe('one of several', () => {
  corrects([
    [
      'marmitaria',
      '2 marmita p de bife',
      'um dos dois troca por linguiça',
      ['1 Marmitex P (Bife acebolado)', '1 Marmitex P (Linguiça toscana)'],
    ],
    [
      'hamburgueria',
      '2 cheese bacon',
      'um dos cheese bacon sem picles',
      ['1 Cheese bacon {sem picles}', '1 Cheese bacon'],
    ],
    [
      'pizzaria',
      '3 pizza grande calabresa',
      'uma das pizzas troca por portuguesa',
      ['2 Pizza grande (Calabresa)', '1 Pizza grande (Portuguesa)'],
    ],
  ])
})

describe('a correction with a number and a comma is no address', () => {
  corrects([
    ['lanchonete', '2 x-bacon', 'são 3, não 2', ['3 X-Bacon']],
    ['lanchonete', '2 x-bacon', 'ops, são 3 não 2', ['3 X-Bacon']],
    ['lanchonete', '2 x-bacon', 'na verdade quero 5, pode ser?', ['5 X-Bacon']],
  ])
  test('what is said behind it is asked about', () => {
    const { lines, isAsking, state } = orderOf(
      'lanchonete',
      '3 x-bacon',
      'cancela 2 x-bacon, mudaram de ideia',
    )
    expect([lines, isAsking, state.draft.address]).toEqual([['1 X-Bacon'], true, null])
  })
  test('an address without its street word is still one', () => {
    expect(orderOf('lanchonete', '1 x-bacon', 'flores 10, centro').state.draft.address).toMatchObject({
      street: 'flores',
      number: '10',
    })
  })
})

describe('the count of what is there already', () => {
  corrects([
    ['lanchonete', '1 batata frita', 'coloca mais 1 batata', ['2 Batata frita']],
    ['lanchonete', '1 coca 2l', 'e mais 2 coca', ['3 Coca-Cola 2 L']],
    ['lanchonete', '3 x-bacon e 1 coca lata', 'deixa só 1 x-bacon', ['1 X-Bacon', '1 Coca-Cola lata']],
    ['lanchonete', '1 x-bacon e 3 coca lata', 'fica só 2 coca', ['1 X-Bacon', '2 Coca-Cola lata']],
    ['pizzaria', '2 pizza grande mussarela', 'muda a pizza pra 3 unidades', ['3 Pizza grande (Mussarela)']],
    [
      'lanchonete',
      '1 x-burger e 1 coca lata',
      'muda pra 2 cocas no carrinho',
      ['1 X-Burger', '2 Coca-Cola lata'],
    ],
    ['lanchonete', '2 coca lata e 1 x-tudo', 'apague a coca', ['1 X-Tudo']],
    ['lanchonete', '2 coca lata e 1 x-tudo', 'exclua uma coca', ['1 Coca-Cola lata', '1 X-Tudo']],
    [
      'lanchonete',
      '1 x-burger e 1 coca lata',
      'muda a quantidade da coca pra 2',
      ['1 X-Burger', '2 Coca-Cola lata'],
    ],
    [
      'lanchonete',
      '1 x-bacon e 1 x-tudo',
      'tira a cebola do x-bacon',
      ['1 X-Bacon {sem cebola}', '1 X-Tudo'],
    ],
    ['lanchonete', '1 x-bacon e 1 x-tudo', 'não quero mais esse x-bacon', ['1 X-Tudo']],
    ['lanchonete', '1 x-tudo', 'esqueci de pedir uma coca lata', ['1 X-Tudo', '1 Coca-Cola lata']],
    ['lanchonete', '3 agua sem gas e 1 x-tudo', 'tira todas as águas', ['1 X-Tudo']],
    ['lanchonete', '2 x-burger e 1 coca lata', 'não vou querer o x-burguer', ['1 Coca-Cola lata']],
    [
      'lanchonete',
      '1 x-tudo e 1 coca lata',
      'não quero mais coca coloca água sem gás',
      ['1 X-Tudo', '1 Água sem gás'],
    ],
    ['lanchonete', '1 x-tudo', 'minha esposa quer sem cebola', ['1 X-Tudo {sem cebola}']],
    ['lanchonete', '1 x-tudo', 'antes de fechar quero mais uma batata frita', ['1 X-Tudo', '1 Batata frita']],
  ])
})

test('half of an odd count is asked about', () => {
  const { lines, isAsking } = orderOf('lanchonete', '3 agua sem gas e 1 x-tudo', 'tira metade das águas')
  expect([lines, isAsking]).toEqual([['3 Água sem gás', '1 X-Tudo'], true])
})
