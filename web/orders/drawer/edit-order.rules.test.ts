import { expect, test } from 'vitest'
import { addressOf, draftOf, missingCents, paymentsOf } from './edit-order.rules.ts'

const cash = { method: 'CASH', brand: null, cents: 7_050, prepaid: false, changeForCents: 10_000 }

test('an untouched payment is sent back unchanged', () => {
  expect(paymentsOf([draftOf(cash)])).toEqual({ payments: [cash] })
})

test('the missing amount is shown while typing', () => {
  const drafts = [draftOf(cash), { ...draftOf(cash), method: 'PIX', value: 'vinte' }]
  expect(missingCents([{ ...draftOf(cash), value: '50' }], 7_050)).toBe(2_050)
  expect(missingCents(drafts, 7_050)).toBe(0)
  expect(paymentsOf(drafts)).toEqual({ problems: { '1.value': 'Use vírgula, como 25,50.' } })
})

test('change applies to cash only, and must cover the amount paid', () => {
  expect(paymentsOf([{ ...draftOf(cash), changeFor: '20,00' }])).toEqual({
    problems: { '0.changeFor': 'O troco é para menos que o valor.' },
  })
  expect(paymentsOf([{ ...draftOf(cash), method: 'PIX' }])).toEqual({
    payments: [{ ...cash, method: 'PIX', changeForCents: null }],
  })
})

test('an untouched address is sent back unchanged; a different place has no map point yet', () => {
  const before = {
    street: 'Rua Um',
    number: '10',
    complement: null,
    reference: null,
    district: 'Centro',
    city: 'Cidade',
    state: 'SP',
    zipCode: '01000000',
    lat: -23.5,
    lng: -46.6,
  }
  const typed = { ...before, complement: '', reference: '' }
  expect(addressOf(typed, before)).toEqual(before)
  expect(addressOf({ ...typed, complement: 'Ap. 2' }, before)).toMatchObject({
    lat: -23.5,
    complement: 'Ap. 2',
  })
  expect(addressOf({ ...typed, number: '11' }, before)).toMatchObject({ zipCode: null, lat: null, lng: null })
})
