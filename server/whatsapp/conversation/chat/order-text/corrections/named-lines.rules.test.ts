import { describe, expect, test } from 'vitest'
import { asked, understood } from '../../testing/understood.ts'
import { orderOf } from '../../testing/utterances.ts'

describe('a wish that names a line is noted on that line, without its name', () => {
  understood([
    [
      'lanchonete',
      ['2 x-salada e 1 misto, sem cebola o x-salada'],
      ['2 X-Salada {sem cebola}', '1 Misto quente'],
    ],
    [
      'lanchonete',
      ['1 x-salada e 1 coca lata sem cebola o x-salada'],
      ['1 X-Salada {sem cebola}', '1 Coca-Cola lata'],
    ],
    [
      'lanchonete',
      ['1 misto e 1 coca lata sem gelo a coca'],
      ['1 Misto quente', '1 Coca-Cola lata {sem gelo}'],
    ],
    [
      'cantina',
      ['1 petit gateau', '1 agua sem gelo e capricha na calda do petit gateau'],
      ['1 Petit gâteau {capricha na calda}', '1 Água mineral {sem gelo}'],
    ],
    [
      'cantina',
      ['1 lasanha e 1 pudim, bem quente a lasanha e sem calda o pudim'],
      ['1 Lasanha à bolonhesa {bem quente}', '1 Pudim {sem calda}'],
    ],
    ['lanchonete', ['1 x-tudo e 1 misto', 'sem cebola o misto'], ['1 X-Tudo', '1 Misto quente {sem cebola}']],
    // A flavour is no line: the wish stays whole.
    [
      'pizzaria',
      ['1 grande meia calabresa meia portuguesa, sem ovo na portuguesa'],
      ['1 Pizza grande (Calabresa, Portuguesa) {sem ovo na portuguesa}'],
    ],
    // Another sandwich behind a wish is ordered.
    [
      'lanchonete',
      ['1 x-salada sem cebola o x-egg sem ovo'],
      ['1 X-Salada {sem cebola}', '1 X-Egg {sem ovo}'],
    ],
    [
      'lanchonete',
      ['2 x-salada e 2 x-egg, tudo sem cebola'],
      ['2 X-Salada {sem cebola}', '2 X-Egg {sem cebola}'],
    ],
  ])
})

describe('a wish against the name of its line', () => {
  asked([
    ['padaria', ['1 café com leite e 1 coxinha', 'sem leite o café'], ['1 Café com leite', '1 Coxinha']],
  ])
})

describe('a count behind what is taken out', () => {
  understood([
    [
      'lanchonete',
      ['2 coca lata, 1 x-egg e 1 misto', 'tira 1 coca e 1 x-egg, o misto deixa'],
      ['1 Coca-Cola lata', '1 Misto quente'],
    ],
    // What the order does not have is one thing more.
    [
      'lanchonete',
      ['2 coca lata', 'tira 1 coca e 1 suco de laranja'],
      ['1 Coca-Cola lata', '1 Suco de laranja'],
    ],
    ['lanchonete', ['2 coca lata e 1 x-egg', 'tira 1 coca e mais 1 x-egg'], ['1 Coca-Cola lata', '2 X-Egg']],
    // One without onion is wanted.
    [
      'lanchonete',
      ['1 x-tudo e 1 misto', 'tira 1 misto e 1 x-tudo sem cebola'],
      ['1 X-Tudo', '1 X-Tudo {sem cebola}'],
    ],
    ['padaria', ['10 coxinhas', 'tira metade'], ['5 Coxinha']],
  ])
  asked([['padaria', ['5 coxinhas', 'tira metade'], ['5 Coxinha']]])
})

describe('swaps', () => {
  understood([
    [
      'lanchonete',
      ['1 x-egg e 2 coca lata', 'troca o x-egg pelo x-bacon e a coca por suco de laranja'],
      ['1 X-Bacon', '2 Suco de laranja'],
    ],
    ['japonês', ['1 combo 1 e 1 sunomono', 'em vez do combo 1 põe o 2'], ['1 Combo 2', '1 Sunomono']],
    ['japonês', ['1 combo 1 e 1 sunomono', 'tira o sunomono e em vez do combo 1 quero o 2'], ['1 Combo 2']],
    ['hamburgueria', ['1 chopp 300', 'acho que vou querer o de 500 em vez do 300'], ['1 Chopp 500 ml']],
    ['marmitaria', ['1 marmitex p de ovo', 'muda a marmita p M'], ['1 Marmitex M (Ovo frito)']],
    [
      'marmitaria',
      ['2 marmitex p de ovo', 'troca o ovo por bife numa delas'],
      ['1 Marmitex P (Ovo frito)', '1 Marmitex P (Bife acebolado)'],
    ],
    [
      'marmitaria',
      ['3 marmitex p de ovo', 'em duas delas troca o ovo por bife'],
      ['1 Marmitex P (Ovo frito)', '2 Marmitex P (Bife acebolado)'],
    ],
    [
      'lanchonete',
      ['2 coca lata e 1 misto', 'tira uma coca e bota 1 suco de laranja no lugar'],
      ['1 Coca-Cola lata', '1 Misto quente', '1 Suco de laranja'],
    ],
  ])
  // The menu has two guaranás.
  asked([
    [
      'lanchonete',
      ['1 x-egg e 2 coca lata', 'troca o x-egg pelo x-bacon e a coca por guaraná'],
      ['1 X-Bacon', '2 Coca-Cola lata'],
    ],
  ])
})

describe('another choice for a line that is named', () => {
  understood([
    ['cantina', ['1 suco de laranja', 'o suco melhor de limão'], ['1 Suco natural (Limão)']],
    ['cantina', ['1 suco de laranja', 'o suco de limão melhor'], ['1 Suco natural (Limão)']],
    ['japonês', ['1 combo 1', 'o combo 2 melhor'], ['1 Combo 2']],
    ['lanchonete', ['1 x-egg com ovo', 'o x-egg melhor com bacon'], ['1 X-Egg (Bacon, Ovo)']],
    [
      'pizzaria',
      ['1 grande meia calabresa meia portuguesa', 'faz inteira de portuguesa'],
      ['1 Pizza grande (Portuguesa)'],
    ],
    ['lanchonete', ['1 x-egg e 1 misto', 'o misto melhor 2'], ['1 X-Egg', '2 Misto quente']],
    [
      'hamburgueria',
      ['1 picanha mal passada', 'pensando melhor o burger ao ponto'],
      ['1 Burger de picanha (Ao ponto)'],
    ],
  ])

  test('“quero com borda” asks which border, and keeps the pizza', () => {
    const before = orderOf('pizzaria', '1 broto de calabresa', 'quero com borda recheada')
    const after = orderOf('pizzaria', '1 broto de calabresa', 'quero com borda recheada', 'cheddar')
    expect(before.isAsking).toBe(true)
    expect(before.state.offered.map(({ title }) => title)).toContain('Chocolate')
    expect(after.lines).toEqual(['1 Pizza broto (Calabresa, Cheddar)'])
  })
})
