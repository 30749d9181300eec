import { expect, test } from 'vitest'
import { addressLine, looksLikeAddress, missingPart, noAddress, readAddress } from './read-address.rules.ts'

const said = (...texts: string[]) =>
  texts.reduce((known, text) => readAddress(text, known, 'Osasco') ?? known, noAddress)

test.each([
  'Rua A, Qd 12, Lt 5, Setor Sul',
  'SQN 210 Bloco B Apto 302, Asa Norte',
  'rua joao pessoa 10 bairro centro ponto de referencia padaria',
  'Quadra 15 Lote 7, Jardim Ingá',
  'BR 101 km 12, Distrito Industrial',
])('“%s” is a whole address, and nothing more is asked', (text) => {
  expect(looksLikeAddress(text)).toBe(true)
  expect(missingPart(said(text))).toBeNull()
})

test('an address of the chat keeps what an order keeps', () => {
  expect(said('Rua das Palmeiras, nº 123-A, Centro, perto da igreja, CEP 01310-100')).toEqual({
    ...noAddress,
    ...{ street: 'Rua das Palmeiras', number: '123-A', district: 'Centro' },
    ...{ reference: 'perto da igreja', zipCode: '01310100' },
  })
  expect(addressLine(said('Rua A, Qd 12, Lt 5, Setor Sul'))).toBe('Rua A, s/n – Qd 12, Lt 5 – Setor Sul')
})

test('the pin on the map stays with its street, and leaves with it', () => {
  const pinned = { ...noAddress, lat: -16.7, lng: -49.3 }
  const first = readAddress('Rua A, 10', pinned, 'Osasco')
  expect(first).toMatchObject({ street: 'Rua A', lat: -16.7 })
  expect(readAddress('Rua B, 20', first ?? noAddress, 'Osasco')).toMatchObject({
    street: 'Rua B',
    lat: null,
    lng: null,
  })
})

test('a text that says nothing new of an address is none', () => {
  for (const text of ['', '??', ', ,'])
    expect(readAddress(text, said('Rua A, 10, Centro'), 'Osasco'), text).toBeNull()
  expect(readAddress('Rua A', said('Rua A'), 'Osasco')).toBeNull()
})

test('the store’s own town behind the district is the town, and no complement', () => {
  expect(said('Rua das Flores, 10, Centro, Osasco')).toMatchObject({
    district: 'Centro',
    city: 'Osasco',
    complement: null,
  })
})
