import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import * as contract from '../../contract/groups/groups.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'

let app: TestApp
let owner: Person
let stranger: Person
let store: string
let database: pg.Client

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore()
  owner = await app.addPerson('owner', { [store]: 'owner' })
  stranger = await app.addPerson('stranger', { [await app.addStore()]: 'owner' })
  database = new pg.Client({ connectionString: app.directoryUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await app.close()
})

/** The statements of the migration about addresses, as an upgrade runs them. */
const statements = (): readonly string[] => {
  const file = new URL('../db/migrations/0013-disputes-with-evidence.sql', import.meta.url)
  return readFileSync(file, 'utf8')
    .split(';')
    .filter((statement) => statement.includes('group_slugs'))
}
const upgrade = async () => {
  for (const statement of statements()) await database.query(statement)
}

test('a group that had the word of the new page moves, and its former address still leads to it', async () => {
  const made = await app.call(owner, contract.createGroup, {
    body: { name: 'Avaliações', slug: 'avaliacoes-do-centro', storeIds: [store] },
  })
  const { id } = made.data
  await database.query("update group_slugs set slug = 'avaliacoes' where group_id = $1", [id])
  await upgrade()
  // Nothing happens twice.
  await upgrade()
  const bySlug = (person: Person) =>
    app.call(person, contract.readGroupBySlug, { params: { slug: 'avaliacoes' } })
  const found = await bySlug(owner)
  expect(found.data).toMatchObject({ id, name: 'Avaliações' })
  expect(found.data.slug).toMatch(/^avaliacoes-[0-9a-f]{8}$/)
  expect((await bySlug(stranger)).body.error).toBe('group/not-found')
  const [mine] = (await app.call(owner, contract.readMyGroups, {})).data
  expect(mine?.slug).toBe(found.data.slug)
})

test('nobody takes the word again, not even the group that had it', async () => {
  const again = await app.call(owner, contract.createGroup, {
    body: { name: 'Outro', slug: 'avaliacoes', storeIds: [store] },
  })
  expect(again.body.error).toBe('group/slug-reserved')
})
