import { describe, expect, test } from 'vitest'
import { understood } from '../testing/understood.ts'
import { orderOf } from '../testing/utterances.ts'

describe('words that a hurried customer shortens', () => {
  understood([
    ['lanchonete', 'me ve 1 x bacon c ovo e s cebola', ['1 X-Bacon (Ovo) {sem cebola}']],
    ['lanchonete', 'qria 1 dz de misto', ['12 Misto quente']],
    ['padaria', 'meia dz de pao de qjo e 2 cafezinho c leite', ['6 Pão de queijo', '2 Café com leite']],
    ['marmitaria', '2 G de bife', ['2 Marmitex G (Bife acebolado)']],
    ['lanchonete', 'queria 1 x salada so que sem cebola', ['1 X-Salada {sem cebola}']],
  ])

  test('300 g stay grams, and are no three of the size G', () => {
    expect(orderOf('marmitaria', '300 g de feijoada').lines).toEqual([])
  })
})

describe('words beside the items', () => {
  understood([
    ['lanchonete', 'bom dia chefia, solta 2 misto kkkkk', ['2 Misto quente']],
    ['lanchonete', '1 x-bacon pro meu filho e 1 misto pra firma', ['1 X-Bacon', '1 Misto quente']],
    ['cantina', 'uma lasanha e de entrada um nhoque', ['1 Lasanha à bolonhesa', '1 Nhoque ao sugo']],
    ['lanchonete', '1 x-tudo, moro perto da praça', ['1 X-Tudo']],
    ['lanchonete', 'eae bb, to com muita fome, 1 x-tudo p mim', ['1 X-Tudo']],
    ['padaria', '20 brigadeiro p festa e 5 coxinha p/ a firma', ['20 Brigadeiro', '5 Coxinha']],
    ['lanchonete', '1 x-tudo pro jardim europa', ['1 X-Tudo']],
    ['lanchonete', 'minha filha me ve 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'meu bom me ve 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', '1 x-tudo e 1 coca lata meu rei', ['1 X-Tudo', '1 Coca-Cola lata']],
    ['lanchonete', 'é o seguinte vou querer 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'seguinte: 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'manda pra vila nova 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'aqui é da clínica santa rita, 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'aqui é a paula do rh queria 2 misto', ['2 Misto quente']],
    ['cantina', 'Aqui é o Beto da oficina. Seriam 2 lasanhas', ['2 Lasanha à bolonhesa']],
  ])

  test('another day is no filler', () => {
    expect(orderOf('lanchonete', '1 x-tudo amanha as 19h').isAsking).toBe(true)
  })
})

describe('wishes', () => {
  understood([
    [
      'lanchonete',
      '1 coca lata trincando e 2 misto crocante',
      ['1 Coca-Cola lata {trincando}', '2 Misto quente {crocante}'],
    ],
    [
      'lanchonete',
      '2 misto com pouco queijo coca lata',
      ['2 Misto quente {com pouco queijo}', '1 Coca-Cola lata'],
    ],
    ['lanchonete', '1 x-tudo sem salada de batata frita', ['1 X-Tudo {sem salada de batata frita}']],
    ['padaria', '4 pao frances quentinho', ['4 Pão francês {quentinho}']],
    ['lanchonete', '1 x-egg ñ põe tomate e 1 misto', ['1 X-Egg {ñ põe tomate}', '1 Misto quente']],
    [
      'marmitaria',
      'feijoada com bastante couve refogada',
      ['1 Feijoada completa {com bastante couve refogada}'],
    ],
    ['japonês', 'temaki filadelfia 2 com pouco arroz', ['2 Temaki filadélfia {com pouco arroz}']],
    [
      'açaí',
      '1 açaí 500 com granola e leite em pó separado',
      ['1 Açaí 500 ml (Granola, Leite em pó) {leite em pó separado}'],
    ],
    [
      'japonês',
      '3 temaki, 2 de salmao e 1 filadelfia, um de salmao sem alga',
      ['1 Temaki de salmão {sem alga}', '1 Temaki de salmão', '1 Temaki filadélfia'],
    ],
  ])
})

describe('one of each', () => {
  understood([
    ['pizzaria', '2 esfihas de cada', ['2 Esfiha de carne', '2 Esfiha de queijo', '2 Esfiha de frango']],
    ['lanchonete', 'um suco de cada tipo', ['1 Suco de laranja', '1 Suco de maracujá']],
  ])
})

describe('a stuffed border', () => {
  understood([
    ['pizzaria', '1 grande de calabresa borda recheada de cheddar', ['1 Pizza grande (Calabresa, Cheddar)']],
  ])

  test('with what is asked for', () => {
    const { lines, reply } = orderOf('pizzaria', '1 grande de calabresa com borda')
    expect(lines).toEqual([])
    expect(reply).toContain('Borda: escolha 1.')
  })
})

describe('small and large forms', () => {
  understood([
    ['lanchonete', '1 aguinha sem gas e 1 suquinho de maracuja', ['1 Água sem gás', '1 Suco de maracujá']],
    ['cantina', 'um pudinzinho e uma lasanhona', ['1 Pudim', '1 Lasanha à bolonhesa']],
    ['hamburgueria', '2 chopinho de 300', ['2 Chopp 300 ml']],
    ['padaria', '6 paozinho de queijo', ['6 Pão de queijo']],
    ['açaí', 'um açaizinho grandão de 300', ['1 Açaí 300 ml']],
  ])

  test('a word that is another dish is no small form', () => {
    expect(orderOf('padaria', '1 bolinho de cenoura').isAsking).toBe(true)
  })
})

describe('words written as they sound', () => {
  understood([
    [
      'cantina',
      '1 espagete carbonara e 1 file a parmejiana',
      ['1 Espaguete à carbonara', '1 Filé à parmegiana'],
    ],
    ['lanchonete', '1 suco de laramja e 2 cachoro quemte', ['1 Suco de laranja', '2 Cachorro-quente']],
    ['japonês', '1 yaki misto', ['1 Yakisoba misto']],
    ['pizzaria', '1 media de calabreza e mossarela', ['1 Pizza média (Calabresa, Mussarela)']],
    ['açaí', '1 açaí 300 c pasoca', ['1 Açaí 300 ml (Paçoca)']],
    ['hamburgueria', '1 heinequem e 2 xope de 500', ['1 Heineken long neck', '2 Chopp 500 ml']],
  ])
})

describe('names that the menu does not use', () => {
  understood([
    ['lanchonete', '2 dogs e 1 porção de fritas', ['2 Cachorro-quente', '1 Batata frita']],
    ['padaria', '12 paes careca', ['12 Pão francês']],
    [
      'hamburgueria',
      '1 hamburguer vegetariano e 1 aneis de cebola',
      ['1 Burger vegetariano', '1 Onion rings'],
    ],
    ['padaria', '2 kibe de carne e 1 brigadeiro de chocolate', ['2 Kibe', '1 Brigadeiro']],
  ])

  test('what the menu has under another name only in part is asked about', () => {
    expect(orderOf('lanchonete', '1 mandioca frita')).toMatchObject({ lines: [], isAsking: true })
    expect(orderOf('padaria', '1 coxinha de catupiry')).toMatchObject({ lines: [], isAsking: true })
  })
})

describe('quantities', () => {
  understood([
    ['hamburgueria', 'caipirinha de morango 3 e chopp 300 2', ['3 Caipirinha (Morango)', '2 Chopp 300 ml']],
    ['japonês', '30 unidades de hot roll', ['3 Hot roll (10 unidades)']],
    ['japonês', '16 peças de uramaki filadelfia', ['2 Uramaki filadélfia (8 unidades)']],
    ['pizzaria', '2 4 queijos grande', ['2 Pizza grande (Quatro queijos)']],
    ['pizzaria', '5 esfiha de carne e 4 de queijo', ['5 Esfiha de carne', '4 Esfiha de queijo']],
  ])

  test('pieces that make no whole portion are not rounded', () => {
    expect(orderOf('japonês', '15 unidades de hot roll').lines).toEqual([])
  })
})

describe('a number with its unit behind the words', () => {
  understood([
    ['japonês', 'hot roll 2 porções', ['2 Hot roll (10 unidades)']],
    ['japonês', 'hot roll 20 unidades e 1 coca', ['2 Hot roll (10 unidades)', '1 Coca-Cola lata']],
    ['padaria', 'coxinha 3 unidades, kibe 2 un', ['3 Coxinha', '2 Kibe']],
    ['padaria', 'coxinha: 5 unidades, kibe: 3 unidades', ['5 Coxinha', '3 Kibe']],
    ['japonês', 'hot roll: 20 unidades', ['2 Hot roll (10 unidades)']],
    [
      'japonês',
      '10 unidades hot roll e 8 un de uramaki',
      ['1 Hot roll (10 unidades)', '1 Uramaki filadélfia (8 unidades)'],
    ],
    ['lanchonete', 'batata frita 2 porções sem sal', ['2 Batata frita {sem sal}']],
  ])
})

test('five pieces of a portion of ten are no five portions', () => {
  expect(orderOf('japonês', 'hot roll 5 unidades')).toMatchObject({ lines: [], isAsking: true })
})

test('“outro” of a word that may be the line before, too, is asked about', () => {
  const { lines, isAsking } = orderOf('japonês', '1 uramaki e outro filadelfia')
  expect([lines, isAsking]).toEqual([['1 Uramaki filadélfia (8 unidades)'], true])
})

describe('who gets which', () => {
  understood([
    ['lanchonete', '1 x-tudo pra ana e outro pro beto', ['1 X-Tudo {pra ana}', '1 X-Tudo {pro beto}']],
    [
      'marmitaria',
      '1 marmitex g de frango sem salada, outra sem arroz',
      ['1 Marmitex G (Frango grelhado) {sem salada}', '1 Marmitex G (Frango grelhado) {sem arroz}'],
    ],
    [
      'cantina',
      '1 lasanha sem molho porque minha filha nao come',
      ['1 Lasanha à bolonhesa {sem molho porque minha filha nao come}'],
    ],
    ['lanchonete', '2 x-tudo menos ovo e 1 misto', ['2 X-Tudo {menos ovo}', '1 Misto quente']],
    ['lanchonete', '2 x-tudo menos cebola e tomate', ['2 X-Tudo {menos cebola e tomate}']],
    ['japonês', '1 temaki de salmao e outro filadelfia', ['1 Temaki de salmão', '1 Temaki filadélfia']],
    [
      'lanchonete',
      '1 x-tudo pro joao e 1 x-egg pra maria sem alface',
      ['1 X-Tudo {pro joao}', '1 X-Egg {pra maria, sem alface}'],
    ],
  ])
})

describe('one so, and the other so', () => {
  understood([
    [
      'lanchonete',
      '3 x-salada, um sem tomate e alface, outro com bacon e ovo e o outro normal',
      ['1 X-Salada {sem tomate e alface}', '1 X-Salada (Bacon, Ovo)', '1 X-Salada'],
    ],
    ['lanchonete', '2 x-egg, um c/ bacon e outro puro', ['1 X-Egg (Bacon)', '1 X-Egg']],
    [
      'açaí',
      '2 de 500: um com banana, granola e outro puro',
      ['1 Açaí 500 ml (Banana, Granola)', '1 Açaí 500 ml'],
    ],
    ['lanchonete', '1 x-burger com a carne bem passada', ['1 X-Burger {com a carne bem passada}']],
    ['açaí', 'açaí 300 com banana à parte', ['1 Açaí 300 ml (Banana) {banana à parte}']],
  ])

  test('“1 normal” behind one item is not taken for it', () => {
    expect(orderOf('lanchonete', '1 x-salada e 1 normal').isAsking).toBe(true)
  })
})

describe('an option behind what is left out is charged, and no note', () => {
  understood([
    [
      'pizzaria',
      'grande portuguesa sem cebola e sem ovo c borda de catupiry',
      ['1 Pizza grande (Catupiry, Portuguesa) {sem cebola, sem ovo}'],
    ],
    [
      'pizzaria',
      'grande calabresa sem cebola e azeitona com borda de cheddar',
      ['1 Pizza grande (Calabresa, Cheddar) {sem cebola e azeitona}'],
    ],
    ['lanchonete', '1 x-egg sem alface e tomate com bacon', ['1 X-Egg (Bacon) {sem alface e tomate}']],
    [
      'pizzaria',
      'grande portuguesa s/ ovo borda chocolate',
      ['1 Pizza grande (Chocolate, Portuguesa) {sem ovo}'],
    ],
    ['cantina', '1 suco sem gelo sabor limao', ['1 Suco natural (Limão) {sem gelo}']],
    ['hamburgueria', '1 picanha sem cebola bem passado', ['1 Burger de picanha (Bem passado) {sem cebola}']],
    [
      'hamburgueria',
      '1 picanha sem tomate ao ponto e 1 brahma',
      ['1 Burger de picanha (Ao ponto) {sem tomate}', '1 Brahma lata'],
    ],
    [
      'açaí',
      'açaí 500 com morango sem banana leite condensado',
      ['1 Açaí 500 ml (Morango) {sem banana leite condensado}'],
    ],
    ['pizzaria', 'grande portuguesa sem borda', ['1 Pizza grande (Portuguesa)']],
  ])
})

describe('a breakdown belongs to the dish before it', () => {
  understood([
    [
      'marmitaria',
      'aqui é da portaria. seriam 5 marmitex M: 3 de frango e 2 de bife',
      ['3 Marmitex M (Frango grelhado)', '2 Marmitex M (Bife acebolado)'],
    ],
  ])

  test('also where its size is still open: no other dish of that word is ordered', () => {
    expect(orderOf('marmitaria', '5 marmitex: 3 de frango e 2 de bife')).toMatchObject({
      lines: [],
      isAsking: true,
    })
  })
})

describe('more toppings than fit', () => {
  test.each([
    'açaí 700 com leite em pó, granola, banana, morango e paçoca',
    'açaí 700 granola, banana, morango, paçoca, leite condensado',
  ])('“%s”: which of them is asked, and none is ordered', (words) => {
    const { lines, reply, state } = orderOf('açaí', words)
    expect(lines).toEqual([])
    expect(state.choosing).toMatchObject({ options: [] })
    expect(reply).toContain('Complementos')
  })
})
