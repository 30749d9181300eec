import { describe, expect, test } from 'vitest'
import { asked, understood } from '../testing/understood.ts'
import { orderOf } from '../testing/utterances.ts'

describe('an item by its price, and a sum of money', () => {
  understood([
    ['lanchonete', 'uma batata daquelas de 32 reais', ['1 Batata frita com cheddar e bacon']],
    ['açaí', 'aquele açaí de 20 reais com paçoca', ['1 Açaí 500 ml (Paçoca)']],
    ['açaí', 'aquele de 20 com granola e morango', ['1 Açaí 500 ml (Granola, Morango)']],
    ['cantina', 'vi que tem um filé de 36, quero 2 desse', ['2 Filé de frango grelhado']],
    ['padaria', '12 reais de pão francês', ['10 Pão francês']],
    ['padaria', '10 reais de pão de queijo e 1 expresso', ['2 Pão de queijo', '1 Café expresso']],
  ])
  // No whole number of it.
  asked([['padaria', '5 reais de pão francês', []]])
})

describe('the larger of two sizes', () => {
  understood([
    ['hamburgueria', '2 chopp grande e 1 chopp pequeno', ['2 Chopp 500 ml', '1 Chopp 300 ml']],
    ['hamburgueria', 'chopp do grande 2', ['2 Chopp 500 ml']],
  ])
  // Three sizes, and a can beside a bottle.
  asked([
    ['açaí', '1 açaí grande', []],
    ['pizzaria', '1 coca grande', []],
  ])
})

describe('half of a count each', () => {
  understood([
    ['pizzaria', '6 esfihas, metade queijo metade frango', ['3 Esfiha de queijo', '3 Esfiha de frango']],
    ['padaria', '8 salgados, metade coxinha metade kibe', ['4 Coxinha', '4 Kibe']],
    ['padaria', 'uma duzia de pãozinho francês', ['12 Pão francês']],
  ])
  asked([['pizzaria', '7 esfihas, metade queijo metade frango', []]])
})

describe('all of it', () => {
  understood([
    ['pizzaria', '1 media toda portuguesa sem ovo', ['1 Pizza média (Portuguesa) {sem ovo}']],
    ['pizzaria', '1 grande inteira de calabresa', ['1 Pizza grande (Calabresa)']],
    ['marmitaria', '3 marmitas médias tudo ovo', ['3 Marmitex M (Ovo frito)']],
    ['açaí', '2 açaís de 500 tudo com granola e banana', ['2 Açaí 500 ml (Banana, Granola)']],
  ])
  asked([['açaí', '2 açaís de 500 com tudo', []]])
})

describe('how customers begin and end', () => {
  understood([
    ['lanchonete', 'mermão manda 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'oxe menino quero um x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'égua mana me manda 2 misto', ['2 Misto quente']],
    ['lanchonete', 'oi amor é pra mim 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'tô com fome demais manda logo 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', 'aqui é a dona rita da quadra doze eu queria 1 x-tudo', ['1 X-Tudo']],
    ['lanchonete', '1 coca lata geladíssima', ['1 Coca-Cola lata {geladíssima}']],
    ['lanchonete', '1 batata frita entrega no condomínio ipê torre dois', ['1 Batata frita']],
    ['lanchonete', '1 x-tudo e você me manda troco pra duzentos', ['1 X-Tudo']],
  ])
  // The place is passed over, and what is ordered behind it is not.
  asked([['lanchonete', '1 x-tudo entrega no apto 2 coca lata', ['1 X-Tudo', '2 Coca-Cola lata']]])

  test('what is ordered behind a street and a colon is no number of its door', () => {
    const { lines, state } = orderOf('marmitaria', 'na av goias: 5 M frango, 2 P ovo')
    expect(lines).toEqual(['5 Marmitex M (Frango grelhado)', '2 Marmitex P (Ovo frito)'])
    expect(state.draft.address).toMatchObject({ street: 'av goias', number: '' })
  })

  test('the change is kept in digits', () => {
    expect(orderOf('lanchonete', '1 x-tudo e manda troco pra cem').state.changeSaid).toBe('100')
  })

  test('“em que rua fica a lanchonete?” asks for the address of the store', () => {
    expect(orderOf('lanchonete', 'em que rua fica a lanchonete?').reply).toContain('A loja fica em')
  })
})
