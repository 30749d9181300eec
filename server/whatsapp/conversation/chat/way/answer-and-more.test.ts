import { describe, expect, test } from 'vitest'
import { orderOf } from '../testing/utterances.ts'

describe('an answer to which item is meant', () => {
  test.each([
    [
      'with another item behind it',
      'a lata e mais uma batata frita',
      ['1 X-Tudo', '1 Coca-Cola lata', '1 Batata frita'],
    ],
    [
      'with a wish about another line',
      'a lata e o x-tudo sem cebola',
      ['1 X-Tudo {sem cebola}', '1 Coca-Cola lata'],
    ],
    ['that fits two, of which one is called so', 'a lata', ['1 X-Tudo', '1 Coca-Cola lata']],
    ['with words around it', 'pode ser a de 2 litros', ['1 X-Tudo', '1 Coca-Cola 2 L']],
  ])('%s: “%s”', (_, answer, lines) => {
    expect(orderOf('lanchonete', '1 x-tudo e uma coca', answer)).toMatchObject({ lines, isAsking: false })
  })

  test('with an address behind it is both', () => {
    const { lines, state } = orderOf('lanchonete', '1 x-tudo e uma coca', 'lata, rua das flores 10 centro')
    expect(lines).toEqual(['1 X-Tudo', '1 Coca-Cola lata'])
    expect(state).toMatchObject({
      place: 'payment',
      draft: { address: { street: 'rua das flores', number: '10' } },
    })
  })

  test('that leaves two is asked again among those two', () => {
    const { state } = orderOf('japonês', '1 temaki', 'de salmão')
    expect(state.open?.length ?? 0).toBeLessThan(2)
    expect(state.draft.items.length + (state.open?.[0]?.choices.length ?? 0)).toBeLessThan(3)
  })
})

describe('an answer to which options are meant', () => {
  test.each([
    ['1 pizza broto', 'calabresa sem cebola', '1 Pizza broto (Calabresa) {sem cebola}'],
    [
      '1 pizza broto bem assada',
      'calabresa sem cebola',
      '1 Pizza broto (Calabresa) {bem assada, sem cebola}',
    ],
    ['1 pizza broto', 'calabresa com borda de catupiry', '1 Pizza broto (Calabresa, Catupiry)'],
    [
      '1 pizza grande',
      'meia calabresa meia portuguesa, borda de cheddar',
      '1 Pizza grande (Calabresa, Cheddar, Portuguesa)',
    ],
  ])('of “%s” takes along what is said with it: “%s”', (order, answer, line) => {
    expect(orderOf('pizzaria', order, answer)).toMatchObject({ lines: [line], isAsking: false })
  })

  test.each([
    ['1 pizza broto', 'calabresa e portuguesa'],
    ['1 pizza grande', 'calabresa sem cebola e portuguesa'],
    ['1 pizza grande com borda', 'calabresa e portuguesa com cheddar'],
  ])('of “%s” is asked for again where it says too much: “%s”', (order, answer) => {
    expect(orderOf('pizzaria', order, answer)).toMatchObject({ lines: [], isAsking: true })
  })
})

describe('“o x-tudo” behind something new', () => {
  test.each([
    ['mais uma coca lata e o x-tudo sem cebola', ['1 X-Tudo {sem cebola}', '1 Coca-Cola lata']],
    ['mais uma coca lata e o x-tudo com bacon', ['1 X-Tudo (Bacon)', '1 Coca-Cola lata']],
    ['mais uma coca lata e um x-tudo sem cebola', ['1 X-Tudo', '1 Coca-Cola lata', '1 X-Tudo {sem cebola}']],
  ])('is the one of the cart: “%s”', (text, lines) => {
    expect(orderOf('lanchonete', '1 x-tudo', text)).toMatchObject({ lines, isAsking: false })
  })
})

describe('thanks behind an answer', () => {
  test.each(['é só isso msm obg', 'pode fechar por favor', 'não, obrigada', 'só isso valeu querida'])(
    'leave the order as it is: “%s”',
    (text) => {
      const { lines, state } = orderOf('lanchonete', '1 x-tudo', text)
      expect(lines).toEqual(['1 X-Tudo'])
      expect(state).toMatchObject({ place: 'cart', misses: 0 })
    },
  )

  test('confirm an order as the answer alone does', () => {
    const { state } = orderOf('lanchonete', '1 x-tudo, vou retirar, pago no pix', 'sim por favor')
    expect(state.place).toBe('placed')
  })
})
