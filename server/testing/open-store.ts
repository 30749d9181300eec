import { startFreeTier } from '../../contract/stores/stores.ts'
import type { Person, TestApp } from './app.ts'

/** What an owner types to open a store. */
export const newStore = (name: string) => ({
  name,
  phone: '(81) 99999-0001',
  address: {
    street: 'Rua A',
    number: 's/n',
    district: 'Centro',
    city: 'Recife',
    state: 'PE' as const,
    zipCode: '50030-230',
  },
})

/** Opens a store as this person, by the call that owners use; its id. */
export async function openStore(app: TestApp, person: Person, name: string): Promise<string> {
  const { status, body, data } = await app.call(person, startFreeTier, { body: newStore(name) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return data.id
}
