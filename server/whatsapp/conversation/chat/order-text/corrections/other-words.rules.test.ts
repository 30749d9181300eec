import { describe } from 'vitest'
import { asksAbout, corrects } from '../../testing/understood.ts'

describe('only one of several', () => {
  corrects([
    ['lanchonete', '1 x-tudo e 3 misto', 'um misto só', ['1 X-Tudo', '1 Misto quente']],
    ['lanchonete', '1 x-tudo e 3 misto', 'apenas um misto', ['1 X-Tudo', '1 Misto quente']],
    ['lanchonete', '1 x-tudo', 'um misto só', ['1 X-Tudo', '1 Misto quente']],
  ])
})

describe('a swap with another verb', () => {
  corrects([
    ['japonês', '1 combo 1', 'passa pro combo 2', ['1 Combo 2']],
    [
      'hamburgueria',
      '1 chopp de 300 e 1 onion',
      'o chopp aumenta pra 500',
      ['1 Chopp 500 ml', '1 Onion rings'],
    ],
    ['pizzaria', '1 pizza media de calabresa', 'sobe pra grande', ['1 Pizza grande (Calabresa)']],
    ['açaí', '1 milkshake de morango', 'o milkshake muda p chocolate', ['1 Milkshake 400 ml (Chocolate)']],
    ['marmitaria', '1 marmitex g de bife', 'dá pra trocar o bife por ovo?', ['1 Marmitex G (Ovo frito)']],
    [
      'hamburgueria',
      '1 batata rustica p',
      'muda a batata pra G e coloca uma heineken',
      ['1 Batata rústica G', '1 Heineken long neck'],
    ],
  ])
  // A number of the same is no other item.
  corrects([['lanchonete', '1 x-tudo e 2 misto', 'sobe o misto pra 4', ['1 X-Tudo', '4 Misto quente']]])
  asksAbout([
    ['lanchonete', '1 x-tudo', 'passa um x-bacon pra Ana', ['1 X-Tudo']],
    // The menu has it in cans only, and the order has a bottle.
    ['lanchonete', '1 coca 2l', 'a coca é zero', ['1 Coca-Cola 2 L']],
  ])
})

describe('some of a line', () => {
  corrects([
    ['lanchonete', '2 x-salada', 'quero um deles com bacon', ['1 X-Salada', '1 X-Salada (Bacon)']],
    ['lanchonete', '3 x-salada', 'coloca ovo em dois deles', ['1 X-Salada', '2 X-Salada (Ovo)']],
    [
      'lanchonete',
      '2 x-salada e 1 misto',
      'bota ovo num dos x-salada',
      ['1 X-Salada', '1 X-Salada (Ovo)', '1 Misto quente'],
    ],
    ['lanchonete', '2 x-salada', 'um deles sem tomate', ['1 X-Salada {sem tomate}', '1 X-Salada']],
    [
      'japonês',
      '3 temaki de salmao',
      'um deles grelhado',
      ['2 Temaki de salmão', '1 Temaki de salmão grelhado'],
    ],
    [
      'hamburgueria',
      '2 burger de picanha ao ponto',
      'um deles bem passado',
      ['1 Burger de picanha (Ao ponto)', '1 Burger de picanha (Bem passado)'],
    ],
    [
      'pizzaria',
      '2 pizza grande de mussarela',
      'uma delas de pepperoni',
      ['1 Pizza grande (Mussarela)', '1 Pizza grande (Pepperoni)'],
    ],
  ])
  asksAbout([
    // Half of it, or instead?
    ['pizzaria', '2 pizza grande de mussarela', 'uma delas com calabresa', ['2 Pizza grande (Mussarela)']],
    ['lanchonete', '2 x-salada e 2 x-tudo', 'põe ovo num deles', ['2 X-Salada', '2 X-Tudo']],
  ])
})

describe('another choice of the same question is no wish beside it', () => {
  corrects([
    [
      'hamburgueria',
      '1 burger de picanha mal passado',
      'na verdade bem passado',
      ['1 Burger de picanha (Bem passado)'],
    ],
    ['padaria', '1 café com leite e 1 kibe', 'o café sem leite', ['1 Café expresso', '1 Kibe']],
    ['padaria', '1 café com leite', 'o café sem leite, expresso mesmo', ['1 Café expresso']],
  ])
  asksAbout([
    [
      'hamburgueria',
      '1 burger de picanha ao ponto e 1 burger de picanha bem passado',
      'pode ser mal passado',
      ['1 Burger de picanha (Ao ponto)', '1 Burger de picanha (Bem passado)'],
    ],
    ['padaria', '1 café com leite', 'sem leite', ['1 Café com leite']],
  ])
})

describe('one line stays', () => {
  corrects([
    ['lanchonete', '1 x-tudo e 2 coca lata', 'deixa só o x-tudo', ['1 X-Tudo']],
    ['lanchonete', '1 x-tudo, 1 misto e 2 coca lata', 'tira tudo menos a coca', ['2 Coca-Cola lata']],
  ])
  asksAbout([
    ['lanchonete', '1 x-tudo e 2 coca lata', 'deixa só a batata', ['1 X-Tudo', '2 Coca-Cola lata']],
    ['lanchonete', '2 x-tudo e 1 misto', 'só o x-tudo', ['2 X-Tudo', '1 Misto quente']],
    ['lanchonete', '1 x-tudo e 1 misto', 'deixa só o x-tudo sem ovo', ['1 X-Tudo', '1 Misto quente']],
  ])
})

describe('everything said again', () => {
  corrects([
    ['padaria', '2 kibe e 1 empada', 'é o contrário, 1 kibe e 2 empada', ['1 Kibe', '2 Empada de frango']],
    [
      'lanchonete',
      '2 misto e 1 x-egg',
      'errei, são 3 misto e põe uma batata frita',
      ['3 Misto quente', '1 X-Egg', '1 Batata frita'],
    ],
    [
      'açaí',
      '1 milkshake de morango e 1 agua',
      'mais um milkshake igual',
      ['2 Milkshake 400 ml (Morango)', '1 Água mineral'],
    ],
  ])
})

describe('what is not put in', () => {
  corrects([
    ['lanchonete', '1 x-tudo e 1 coca lata', 'não põe a coca', ['1 X-Tudo']],
    ['lanchonete', '1 x-tudo', 'não põe cebola', ['1 X-Tudo {sem cebola}']],
  ])
  asksAbout([['lanchonete', '1 x-tudo e 1 misto', 'não põe cebola', ['1 X-Tudo', '1 Misto quente']]])
})

describe('what is preferred takes the place of its kind', () => {
  corrects([
    ['japonês', '1 combo 1', 'melhor o combo 2', ['1 Combo 2']],
    ['japonês', '1 combo 1 e 1 coca', 'acho que prefiro o combo 2', ['1 Combo 2', '1 Coca-Cola lata']],
    ['japonês', '1 combo 1', 'na verdade o combo 2', ['1 Combo 2']],
    ['japonês', '1 combo 1', 'quero o combo 2 mesmo', ['1 Combo 2']],
    ['japonês', '1 combo 1', 'mudei de ideia, o combo 2', ['1 Combo 2']],
    ['lanchonete', '1 x-tudo e 1 coca lata', 'prefiro o x-bacon', ['1 X-Bacon', '1 Coca-Cola lata']],
    ['pizzaria', '1 pizza media de calabresa', 'prefiro portuguesa', ['1 Pizza média (Portuguesa)']],
    ['pizzaria', '1 pizza media de calabresa', 'ah prefiro de mussarela', ['1 Pizza média (Mussarela)']],
    ['pizzaria', '1 pizza media de calabresa', 'melhor grande', ['1 Pizza grande (Calabresa)']],
    ['hamburgueria', '1 chopp de 300', 'melhor o de 500', ['1 Chopp 500 ml']],
    ['japonês', '1 combo 1', 'fica o combo 2', ['1 Combo 2']],
    ['japonês', '1 combo 1', 'pode ser o combo 2', ['1 Combo 2']],
    ['lanchonete', '1 x-tudo', 'hmm vou preferir um misto', ['1 Misto quente']],
    ['japonês', '1 combo 2', 'era melhor o combo 1', ['1 Combo 1']],
    ['marmitaria', '1 marmitex g de bife', 'prefiro de frango', ['1 Marmitex G (Frango grelhado)']],
    ['lanchonete', '1 x-tudo', 'na verdade o x-bacon e uma coca lata', ['1 X-Bacon', '1 Coca-Cola lata']],
    ['cantina', '1 nhoque', 'pensei melhor, a lasanha', ['1 Lasanha à bolonhesa']],
    [
      'pizzaria',
      '1 pizza media de calabresa',
      'melhor borda de cheddar',
      ['1 Pizza média (Calabresa, Cheddar)'],
    ],
    ['padaria', '5 coxinhas', 'melhor 3 coxinhas', ['3 Coxinha']],
    ['lanchonete', '1 x-tudo', 'prefiro sem cebola', ['1 X-Tudo {sem cebola}']],
  ])
  asksAbout([
    ['lanchonete', '1 x-tudo', 'prefiro uma coca lata', ['1 X-Tudo']],
    [
      'lanchonete',
      '1 coca lata e 1 suco de laranja',
      'melhor uma agua com gas',
      ['1 Coca-Cola lata', '1 Suco de laranja'],
    ],
    ['japonês', '1 combo 1', 'melhor o 2', ['1 Combo 1']],
    ['japonês', '1 combo 1 e 1 combo 2', 'melhor o combo 2', ['1 Combo 1', '1 Combo 2']],
    ['marmitaria', '2 marmitex g de bife', 'melhor uma de frango', ['2 Marmitex G (Bife acebolado)']],
  ])
})

describe('a number alone behind a verb', () => {
  corrects([['pizzaria', '5 esfihas de carne', 'faz 8', ['8 Esfiha de carne']]])
  asksAbout([
    ['pizzaria', '5 esfihas de carne e 3 de queijo', 'faz 8', ['5 Esfiha de carne', '3 Esfiha de queijo']],
  ])
})

describe('“essa” names what is ordered', () => {
  corrects([
    ['lanchonete', '1 coca 600', 'troca essa coca pela de 2l', ['1 Coca-Cola 2 L']],
    [
      'lanchonete',
      '1 x-tudo e 1 suco de laranja',
      'troca esse suco por maracuja',
      ['1 X-Tudo', '1 Suco de maracujá'],
    ],
  ])
})
