import { describe, expect, test } from 'vitest'
import { orderOf } from '../testing/utterances.ts'

/** Each is understood without a question. */
const understood = (cases: readonly (readonly [menu: string, words: string, lines: readonly string[]])[]) => {
  test.each(cases)('%s: “%s”', (menu, words, lines) => {
    expect(orderOf(menu, words)).toMatchObject({ lines, isAsking: false })
  })
}

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
  ])

  test('another day is no filler', () => {
    expect(orderOf('lanchonete', '1 x-tudo amanha as 19h').isAsking).toBe(true)
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
  ])
})
