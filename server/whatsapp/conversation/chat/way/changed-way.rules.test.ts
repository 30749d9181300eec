import { describe, expect, test } from 'vitest'
import { orderOf } from '../testing/utterances.ts'

const order = (...messages: readonly string[]) => {
  const { lines, state, reply } = orderOf('lanchonete', ...messages)
  const { street, number, district } = state.draft.address ?? { street: '', number: '', district: '' }
  return { lines, reply, place: state.place, address: [street, number, district].filter(Boolean).join(' ') }
}
const home = 'rua das flores 10 centro'
const toSummary = ['1 x-tudo', home, 'pix'] as const

describe('an order around its address', () => {
  test.each([
    ['the address comes first', `${home}, 2 x-tudo e 1 coca lata`, ['2 X-Tudo', '1 Coca-Cola lata']],
    ['items follow it', `1 x-tudo, ${home} e mais 2 coca lata`, ['1 X-Tudo', '2 Coca-Cola lata']],
    [
      'an item follows the apartment',
      `1 x-tudo, rua das flores 10 ap 2 e uma coca lata`,
      ['1 X-Tudo', '1 Coca-Cola lata'],
    ],
    ['a verb parts them', `moro na ${home} quero 2 x-tudo`, ['2 X-Tudo']],
    [
      'a new line parts them',
      `1 x-tudo na ${home}\nah e uma coca lata tbm`,
      ['1 X-Tudo', '1 Coca-Cola lata'],
    ],
  ])('is read whole where %s', (_, text, lines) => {
    const read = order(text)
    expect(read.lines).toEqual(lines)
    expect(read.address).toMatch(/^rua das flores 10/)
  })

  test('is read whole where the chat has asked for the address', () => {
    expect(order('1 x-tudo', 'fechar', `${home}, e 2 coca lata`)).toMatchObject({
      lines: ['1 X-Tudo', '2 Coca-Cola lata'],
      address: 'rua das flores 10 centro',
    })
  })

  test('takes no part of an address for an item', () => {
    expect(order('1 x-tudo, rua 7, 15, casa 2, setor sul')).toMatchObject({
      lines: ['1 X-Tudo'],
      address: 'rua 7 15 setor sul',
    })
  })

  test('of two addresses takes none in silence', () => {
    const { lines, place, reply } = order('1 x-tudo pra rua a 10 e 1 x-egg pra rua b 20')
    expect({ lines, place }).toEqual({ lines: ['1 X-Tudo'], place: 'menu' })
    expect(reply).toContain('x egg pra rua b 20')
  })

  test('keeps an address that is sent before anything is ordered', () => {
    const { replies } = orderOf('lanchonete', home)
    expect(replies.at(-1)).toContain('Anotei o endereço para a entrega.')
    expect(order(home, '1 x-tudo', 'fechar')).toMatchObject({
      lines: ['1 X-Tudo'],
      place: 'payment',
      address: 'rua das flores 10 centro',
    })
  })

  test.each([`${home}, pago no pix`, `${home} pix`])('takes the payment out of “%s”', (text) => {
    expect(order('1 x-tudo', text)).toMatchObject({ place: 'summary', address: 'rua das flores 10 centro' })
  })

  test('takes no name of a street for a payment', () => {
    expect(order('1 x-tudo', 'rua do dinheiro, 10, centro')).toMatchObject({
      place: 'payment',
      address: 'rua do dinheiro 10 centro',
    })
  })
})

describe('a change where the order is nearly placed', () => {
  test.each([
    ['pix e mais uma coca lata', ['1 X-Tudo', '1 Coca-Cola lata']],
    ['pix, sem cebola', ['1 X-Tudo {sem cebola}']],
    ['troco pra 100 e mais uma coca lata', ['1 X-Tudo', '1 Coca-Cola lata']],
  ])('said with the payment is made: “%s”', (text, lines) => {
    expect(order('1 x-tudo', home, text)).toMatchObject({ lines, place: 'cart' })
    expect(order('1 x-tudo', home, text, 'fechar')).toMatchObject({ lines, place: 'summary' })
  })

  test.each([
    ['sim e mais uma coca lata', ['1 X-Tudo', '1 Coca-Cola lata']],
    ['confirma mas sem cebola', ['1 X-Tudo {sem cebola}']],
  ])('said with the agreement is made first: “%s”', (text, lines) => {
    expect(order(...toSummary, text)).toMatchObject({ lines, place: 'cart' })
  })

  test('of the address has its own fee and a new summary', () => {
    expect(order(...toSummary, 'troca o endereço pra rua b 20 centro')).toMatchObject({
      place: 'summary',
      address: 'rua b 20 centro',
    })
  })

  test.each(['vou retirar', 'retirar'])('to takeout keeps the payment: “%s”', (text) => {
    const { place, reply, address } = order(...toSummary, text)
    expect({ place, address }).toEqual({ place: 'summary', address: '' })
    expect(reply).toContain('Pagamento: Pix na retirada')
  })

  test('of the payment asks for the change', () => {
    expect(order(...toSummary, 'muda o pagamento pra dinheiro').place).toBe('change')
    expect(order(...toSummary, 'melhor no cartão').reply).toContain('Pagamento: Cartão de crédito')
  })

  test('that says something else, too, is asked about', () => {
    expect(order(...toSummary, 'troca o endereço e o zé leva').reply).toContain('Não entendi')
  })
})
