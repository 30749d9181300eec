import { describe } from 'vitest'
import { asked, asksAbout, corrects, understood } from '../testing/understood.ts'

describe('words that only the store’s own menu explains', () => {
  understood([
    ['lanchonete', '1 x-burger e 1 coka lata', ['1 X-Burger', '1 Coca-Cola lata']],
    ['lanchonete', '2 agua com gaz', ['2 Água com gás']],
    ['japonês', '2 hot rool', ['2 Hot roll (10 unidades)']],
    ['padaria', '2 kibs e 1 coxina', ['2 Kibe', '1 Coxinha']],
    ['pizzaria', '1 grande meia calab meia muss', ['1 Pizza grande (Calabresa, Mussarela)']],
    ['açaí', '2 shake choco', ['2 Milkshake 400 ml (Chocolate)']],
  ])
  // "mar" may be two flavours, and "milho" is no "molho" of another item.
  asked([
    ['açaí', '1 shake cho', []],
    ['padaria', '2 coxinhas e 1 bolo de milho', ['2 Coxinha']],
  ])
})

describe('as many choices as items', () => {
  understood([
    [
      'pizzaria',
      '3 broto: calabresa, portuguesa e marguerita',
      ['1 Pizza broto (Calabresa)', '1 Pizza broto (Portuguesa)', '1 Pizza broto (Marguerita)'],
    ],
    ['hamburgueria', '2 caipirinha limao e morango', ['1 Caipirinha (Limão)', '1 Caipirinha (Morango)']],
  ])
  asked([['pizzaria', '3 broto: calabresa e portuguesa', []]])
})

describe('numbers behind each item', () => {
  understood([
    ['lanchonete', 'misto 2 coca lata 1', ['2 Misto quente', '1 Coca-Cola lata']],
    ['japonês', 'combo 2 1 sunomono 3', ['1 Combo 2', '3 Sunomono']],
  ])
})

describe('an order behind a question', () => {
  understood([
    ['lanchonete', 'qto ta o x tudo? manda dois e uma coca lata', ['2 X-Tudo', '1 Coca-Cola lata']],
    ['lanchonete', 'vcs tem x salada? se tiver quero 2', ['2 X-Salada']],
  ])
})

describe('what is taken out', () => {
  asksAbout([
    ['lanchonete', '1 misto, 1 coca lata', 'tira 1 misto, 1 coca lata', ['1 Coca-Cola lata']],
    ['lanchonete', '1 misto, 1 coca lata', 'tira o misto, coca lata', ['1 Coca-Cola lata']],
  ])
  corrects([
    ['lanchonete', '1 misto, 1 coca lata', 'tira 1 misto, mais 1 coca lata', ['2 Coca-Cola lata']],
    ['japonês', '1 yakisoba misto e 1 coca', 'esquece a bebida', ['1 Yakisoba misto']],
    [
      'pizzaria',
      '1 grande de mussarela e 1 media de calabresa',
      'tira o oregano da de mussarela',
      ['1 Pizza grande (Mussarela) {sem oregano}', '1 Pizza média (Calabresa)'],
    ],
    ['padaria', '2 coxinhas e 1 kibe', 'mais 3 coxinhas e menos 1 kibe', ['5 Coxinha']],
    ['lanchonete', '2 x-egg e 2 coca lata', 'cancela tudo e manda só 1 x tudo', ['1 X-Tudo']],
  ])
})

describe('a line of the cart that is shared out', () => {
  corrects([
    [
      'pizzaria',
      '10 esfiha de carne',
      '5 de carne e 5 de queijo',
      ['5 Esfiha de carne', '5 Esfiha de queijo'],
    ],
    ['lanchonete', '3 x-burger', '1 deles pode ser x bacon', ['2 X-Burger', '1 X-Bacon']],
  ])
  // Eight in all, or four and four more?
  asksAbout([['pizzaria', '10 esfiha de carne', '4 de carne e 4 de queijo', ['10 Esfiha de carne']]])
})
