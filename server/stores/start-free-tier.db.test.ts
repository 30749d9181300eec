import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreeTier } from '../../contract/stores/stores.ts'
import { testApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test.each([
  ['Fernando de Noronha', 'PE', '53990-000', 'America/Noronha'],
  ['Tabatinga', 'AM', '69640-000', 'America/Eirunepe'],
  ['Recife', 'PE', '50030-230', 'America/Recife'],
] as const)('a new store of %s begins with the clock of its town', async (city, state, zipCode, zone) => {
  const person = await app.addPerson('dona')
  const { data } = await app.call(person, startFreeTier, {
    body: {
      name: 'Teste',
      phone: '(81) 99999-0001',
      house: 'burger',
      address: { street: 'Rua A', number: 's/n', district: 'Centro', city, state, zipCode },
    },
  })
  expect(data.address.timezone).toBe(zone)
})
