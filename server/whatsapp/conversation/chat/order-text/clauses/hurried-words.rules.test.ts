import { describe } from 'vitest'
import { asked, asksAbout, corrects, understood } from '../../testing/understood.ts'

describe('words that only the store’s own menu explains', () => {
  understood([
    ['lanchonete', '1 x-burger e 1 coka lata', ['1 X-Burger', '1 Coca-Cola lata']],
    ['lanchonete', '2 agua com gaz', ['2 Água com gás']],
    ['japonês', '2 hot rool', ['2 Hot roll (10 unidades)']],
    ['padaria', '2 kibs e 1 coxina', ['2 Kibe', '1 Coxinha']],
    ['pizzaria', '1 grande meia calab meia muss', ['1 Pizza grande (Calabresa, Mussarela)']],
    ['açaí', '2 shake choco', ['2 Milkshake 400 ml (Chocolate)']],
  ])
  // Three letters are too few, and "milho" is nothing that the store has.
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

describe('a line that is named again', () => {
  understood([
    [
      'lanchonete',
      '1 x-salada 1 x-egg e 1 coca lata, o x-egg sem cebola',
      ['1 X-Salada', '1 X-Egg {sem cebola}', '1 Coca-Cola lata'],
    ],
    [
      'marmitaria',
      '4 marmitex m, duas de frango e duas de linguica, uma de frango sem salada',
      [
        '1 Marmitex M (Frango grelhado) {sem salada}',
        '1 Marmitex M (Frango grelhado)',
        '2 Marmitex M (Linguiça toscana)',
      ],
    ],
  ])
  corrects([
    ['lanchonete', '2 x-salada', 'acrescenta bacon em um', ['1 X-Salada', '1 X-Salada (Bacon)']],
    [
      'lanchonete',
      '2 x-burger',
      'coloca mais um desse sem queijo',
      ['2 X-Burger', '1 X-Burger {sem queijo}'],
    ],
    [
      'lanchonete',
      '1 x-burger e 1 suco de laranja',
      'o suco com gelo e pouco acucar',
      ['1 X-Burger', '1 Suco de laranja {com gelo, pouco acucar}'],
    ],
    ['japonês', '1 combo 1 e 1 coca', 'sao dois combos e duas cocas', ['2 Combo 1', '2 Coca-Cola lata']],
    [
      'açaí',
      '2 açaí 500 com morango',
      'um deles faz de 700',
      ['1 Açaí 500 ml (Morango)', '1 Açaí 700 ml (Morango)'],
    ],
    [
      'marmitaria',
      '1 marmitex g bife e 1 coca',
      'a coca pode ser guarana',
      ['1 Marmitex G (Bife acebolado)', '1 Guaraná lata'],
    ],
    [
      'marmitaria',
      '1 marmitex g bife',
      'troca por frango e sem salada',
      ['1 Marmitex G (Frango grelhado) {sem salada}'],
    ],
    ['lanchonete', '1 x-tudo e 1 coca lata', 'era coca zero viu', ['1 X-Tudo', '1 Coca-Cola Zero lata']],
    [
      'hamburgueria',
      '2 smash simples e 2 brahma',
      'uma brahma a menos e um smash a mais',
      ['3 Smash simples', '1 Brahma lata'],
    ],
  ])
  // One more of it, or that one?
  asksAbout([['lanchonete', '1 x-tudo', 'o x-tudo', ['1 X-Tudo']]])
})

describe('numbers with a comma that are no address', () => {
  corrects([
    [
      'marmitaria',
      '3 marmitex g bife',
      'na real sao 4, e 4 coca',
      ['4 Marmitex G (Bife acebolado)', '4 Coca-Cola lata'],
    ],
  ])
})

describe('a kind that heads what is counted behind it', () => {
  understood([
    ['pizzaria', 'quero esfihas: 4 carne e 2 queijo', ['4 Esfiha de carne', '2 Esfiha de queijo']],
    ['cantina', 'sobremesa: 2 pudins e 1 petit gateau', ['2 Pudim', '1 Petit gâteau']],
  ])
  asked([['pizzaria', 'uma esfiha, 4 esfihas de carne', ['4 Esfiha de carne']]])
})

describe('wishes in many words', () => {
  understood([
    [
      'japonês',
      '1 temaki de salmão s/ cream cheese c/ bastante cebolinha',
      ['1 Temaki de salmão {sem cream cheese, com bastante cebolinha}'],
    ],
    [
      'lanchonete',
      '2 x-burger um no ponto e outro bem passado',
      ['1 X-Burger {no ponto}', '1 X-Burger {bem passado}'],
    ],
  ])
})

describe('one message that says it again', () => {
  understood([
    [
      'pizzaria',
      '1 g mussa 1 g calab 1 media portuga',
      ['1 Pizza grande (Mussarela)', '1 Pizza grande (Calabresa)', '1 Pizza média (Portuguesa)'],
    ],
    [
      'pizzaria',
      'uma pizza grande de calabresa\nnao espera\nmetade calabresa metade mussarela',
      ['1 Pizza grande (Calabresa, Mussarela)'],
    ],
    [
      'hamburgueria',
      '1 picanha e 1 duplo, o picanha ao ponto',
      ['1 Burger de picanha (Ao ponto)', '1 Smash duplo'],
    ],
  ])
  corrects([
    ['lanchonete', '1 x-salada e 1 x-egg', 'com bacon nos dois', ['1 X-Salada (Bacon)', '1 X-Egg (Bacon)']],
    [
      'açaí',
      '2 açaí 300 com granola',
      'num deles poe banana',
      ['1 Açaí 300 ml (Granola)', '1 Açaí 300 ml (Banana, Granola)'],
    ],
    ['padaria', '10 pao frances', 'so 8', ['8 Pão francês']],
    ['padaria', '6 pao frances', '6 nao, 10', ['10 Pão francês']],
    ['hamburgueria', '1 batata p', 'p nao, g', ['1 Batata rústica G']],
    ['padaria', '2 coxinha', 'o dobro', ['4 Coxinha']],
  ])
  asksAbout([['padaria', '2 coxinha e 2 kibe', 'o dobro', ['2 Coxinha', '2 Kibe']]])
})

describe('what would be another item, or none', () => {
  corrects([['japonês', '1 combo 1', 'um combo 2 no lugar', ['1 Combo 2']]])
  asksAbout([['padaria', '2 cafe com leite', 'um deles sem leite', ['2 Café com leite']]])
  understood([
    [
      'açaí',
      '1 açaí 700 com pouca granola e bastante leite condensado',
      ['1 Açaí 700 ml (Leite condensado) {com pouca granola, bastante leite condensado}'],
    ],
  ])
  asked([
    ['cantina', '1 lasanha 4 queijos', []],
    ['hamburgueria', '3 smash (2 duplos e 1 simples), 1 sem picles', ['2 Smash duplo', '1 Smash simples']],
  ])
})

describe('a line of the cart that is meant by its name', () => {
  corrects([
    ['lanchonete', '1 x-egg e 1 x-bacon', 'poe cheddar no x egg', ['1 X-Egg (Cheddar)', '1 X-Bacon']],
    [
      'açaí',
      '1 açaí 300 com morango e 1 açaí 500 com granola',
      'no de 500 coloca leite condensado tbm',
      ['1 Açaí 300 ml (Morango)', '1 Açaí 500 ml (Granola, Leite condensado)'],
    ],
    ['cantina', '2 lasanhas e 1 pudim', 'é só uma lasanha viu', ['1 Lasanha à bolonhesa', '1 Pudim']],
    [
      'cantina',
      '1 lasanha e 1 parmegiana',
      'pensando melhor deixa só o file e um pudim',
      ['1 Filé à parmegiana', '1 Pudim'],
    ],
    [
      'marmitaria',
      '1 marmitex g bife',
      'outra igual mas sem arroz',
      ['1 Marmitex G (Bife acebolado)', '1 Marmitex G (Bife acebolado) {sem arroz}'],
    ],
  ])
  // In one of them, or in both?
  asksAbout([['lanchonete', '2 x-egg e 1 x-bacon', 'poe cheddar no x egg', ['2 X-Egg', '1 X-Bacon']]])
})

describe('what is said around an item', () => {
  understood([
    ['japonês', 'quero 2 combos, um de cada', ['1 Combo 1', '1 Combo 2']],
    ['lanchonete', 'duas batata frita simples', ['2 Batata frita']],
    ['açaí', 'açaí 500 ml, só o açaí mesmo, e uma água', ['1 Açaí 500 ml', '1 Água mineral']],
    ['hamburgueria', '10 smash simples pra uma festa', ['10 Smash simples']],
    [
      'marmitaria',
      '1 strogonoff com batata palha separada e 1 guaraná',
      ['1 Strogonoff de frango {com batata palha separada}', '1 Guaraná lata'],
    ],
  ])
  asked([
    ['hamburgueria', '1 smash duplo simples', []],
    ['cantina', 'o nhoque é de batata mesmo?', []],
  ])
})
