import type { NewStore, Person, TestApp } from './app.ts'

/** A store with one person of each role, and the store of another tenant with its owner. */
interface StandardShop {
  readonly store: string
  readonly other: string
  readonly owner: Person
  readonly manager: Person
  readonly basic: Person
  /** Owns the other store and has no access to this one. */
  readonly stranger: Person
}

export async function standardShop(app: TestApp, its: NewStore = {}): Promise<StandardShop> {
  const store = await app.addStore({ name: 'Brasa', ...its })
  const other = await app.addStore({ name: 'De outro' })
  return {
    store,
    other,
    owner: await app.addPerson('owner', { [store]: 'owner' }),
    manager: await app.addPerson('manager', { [store]: 'manager' }),
    basic: await app.addPerson('basic', { [store]: 'basic' }),
    stranger: await app.addPerson('stranger', { [other]: 'owner' }),
  }
}
