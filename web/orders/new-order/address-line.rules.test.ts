import { expect, test } from 'vitest'
import { filledFrom, readAddressLine } from './address-line.rules.ts'

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
  const { street, number, complement, district, zipCode } = readAddressLine(line)
  expect([street, number, complement, district, zipCode]).toEqual(said)
})

test('a line of any length and any signs is read without an end that never comes', () => {
  for (const line of ['a'.repeat(70_000), '1 '.repeat(5_000), ', '.repeat(5_000), '‮😀 Rua 😀, 12, Centro'])
    expect(readAddressLine(line).street.length).toBeLessThanOrEqual(200)
  expect(readAddressLine('Rua 😀 Sol, 12, Centro')).toMatchObject({ number: '12', district: 'Centro' })
})

test('a field that a person wrote stays as it is; one that the line filled follows it', () => {
  const none = { street: '', number: '', complement: '', district: '', zipCode: '' }
  const first = readAddressLine('Rua das Flores, 12')
  const fields = { ...none, ...filledFrom(first, none, none) }
  expect(fields).toMatchObject({ street: 'Rua das Flores', number: '12' })
  const typed = { ...fields, district: 'Centro' }
  expect(filledFrom(readAddressLine('Rua das Flores, 120, Vila Nova'), typed, first)).toEqual({
    street: 'Rua das Flores',
    number: '120',
    complement: '',
    zipCode: '',
  })
})
