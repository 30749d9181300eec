import { expect, test } from 'vitest'
import { filledFrom, readAddressLine } from './address-line.rules.ts'

const store = { city: 'São Paulo', state: 'SP' }

test.each([
  ['Rua das Flores, 120, Vila Mariana', 'Rua das Flores', '120', '', 'Vila Mariana', ''],
  ['rua das flores 120 centro', 'rua das flores', '120', '', 'centro', ''],
  ['Rua das Flores 120 apto 3 Centro', 'Rua das Flores', '120', 'apto 3', 'Centro', ''],
  [
    'Av. Brasil, nº 45 B, bloco 2, ap 31, bairro: Jd. Paulista, São Paulo - SP',
    'Av. Brasil',
    '45B',
    'bloco 2, ap 31',
    'Jd. Paulista',
    '',
  ],
  ['Rua 7 de Setembro 45, Centro', 'Rua 7 de Setembro', '45', '', 'Centro', ''],
  ['Rua 12, 45, Centro', 'Rua 12', '45', '', 'Centro', ''],
  ['Travessa do Sol s/n - Pinheiros', 'Travessa do Sol', 's/n', '', 'Pinheiros', ''],
  ['Rua do Ouro, 9, 05409-000', 'Rua do Ouro', '9', '', '', '05409-000'],
  ['Rua do Ouro, 9, Centro, CEP 05409000', 'Rua do Ouro', '9', '', 'Centro', '05409-000'],
  ['Rua do Ouro', 'Rua do Ouro', '', '', '', ''],
  ['  ', '', '', '', '', ''],
])('the line “%s” says street, number, complement, district and CEP', (line, ...said) => {
  const { street, number, complement, district, zipCode } = readAddressLine(line, store)
  expect([street, number, complement, district, zipCode]).toEqual(said)
})

test('the city is the store’s until the line names another, and again when it does no longer', () => {
  const none = readAddressLine('', store)
  const osasco = readAddressLine('Rua A, 10, Centro, Osasco/SP', store)
  const form = { ...none, ...filledFrom(osasco, none, none) }
  expect(form).toMatchObject({ city: 'Osasco', state: 'SP' })
  expect(filledFrom(readAddressLine('Rua A, 10, Centro', store), form, osasco)).toMatchObject({
    city: 'São Paulo',
  })
})

test('a field that a person wrote stays as it is; one that the line filled follows it', () => {
  const none = readAddressLine('', store)
  const first = readAddressLine('Rua das Flores, 12', store)
  const fields = { ...none, ...filledFrom(first, none, none) }
  expect(fields).toMatchObject({ street: 'Rua das Flores', number: '12' })
  const typed = { ...fields, district: 'Centro', reference: 'portão azul' }
  const line = readAddressLine('Rua das Flores, 120, Vila Nova, perto da praça', store)
  expect(filledFrom(line, typed, first)).toEqual({
    ...{ street: 'Rua das Flores', number: '120', complement: '', zipCode: '' },
    ...{ city: 'São Paulo', state: 'SP' },
  })
})
