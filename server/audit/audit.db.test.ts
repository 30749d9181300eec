import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAudit, readAudit } from '../../contract/audit/audit.ts'
import { readStoreAccess } from '../../contract/identity/people.ts'
import { headers } from '../../contract/shared/headers.ts'
import { activateStore, inactivateStore } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { audit } from '../identity/identity.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'

let app: TestApp
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
  ;({ store, other, owner, manager, basic, stranger } = await standardShop(app))
})
afterAll(() => app.close())

const read = async (query: object = {}, person = manager) =>
  await app.call(person, readAudit, { query: { selection: store, ...query } })

async function noted(
  action: string,
  details: object,
  at = app.deps.now(),
  { person = owner, subject = 'Pastel' } = {},
): Promise<void> {
  await withStoreScope(
    app.deps.cells,
    [store],
    (tx) =>
      audit(tx, {
        actorUid: person.uid,
        action,
        storeId: store,
        subject,
        details: { ...details },
        requestId: 'r',
        at,
      }),
    { uid: person.uid },
  )
}

describe('the history of changes', () => {
  test('says who changed what, with before and after', async () => {
    await noted('menu/item-changed', { before: { priceCents: 1_000 }, after: { priceCents: 1_200 } })
    const [entry] = (await read()).data.entries
    expect(entry).toMatchObject({
      actor: { uid: owner.uid },
      words: 'mudou um item',
      subject: 'Pastel',
      changes: [{ label: 'Preço', before: 'R$ 10,00', after: 'R$ 12,00' }],
    })
  })

  test('names a channel as the screens do', async () => {
    await noted('integration/connected', {}, undefined, { subject: 'balcao' })
    expect((await read()).data.entries[0]).toMatchObject({
      words: 'conectou um canal',
      subject: 'Canal próprio',
    })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'can be read whatever was written: %s',
    async (word) => {
      await noted('customer/revealed', { reason: word })
      await noted(word, { name: word })
      const page = await read()
      expect(page.status).toBe(200)
      expect(page.data.entries.slice(0, 2)).toMatchObject([
        { words: 'mudou algo', changes: [{ label: 'Nome', after: word }] },
        { changes: [{ label: 'Motivo', after: word }] },
      ])
      const file = await app.fastify.inject({
        url: `/api${exportAudit.path}`,
        query: { selection: store },
        headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
      })
      expect(file.body).toContain(`Motivo: ${word}`)
    },
  )

  test('holds what people do with the store’s own calls', async () => {
    const address = { params: { menuSlug: `loja-${store}` } }
    await app.call(owner, inactivateStore, address)
    await app.call(owner, activateStore, address)
    const words = (await read({ area: 'store' })).data.entries.map((entry) => entry.words)
    expect(words.slice(0, 2)).toEqual(['ativou a loja', 'inativou a loja'])
  })

  test('is filtered by area, person and day of the store', async () => {
    await noted('hours/week-saved', {}, new Date('2026-01-10T02:30:00Z'), { person: manager })
    const ofDay = await read({ from: '2026-01-09', to: '2026-01-09' })
    expect(ofDay.data.entries.map((entry) => entry.action)).toEqual(['hours/week-saved'])
    expect((await read({ from: '2026-01-10', to: '2026-01-10' })).data.entries).toEqual([])
    const ofManager = await read({ uid: manager.uid })
    expect(new Set(ofManager.data.entries.map((entry) => entry.actor?.uid))).toEqual(new Set([manager.uid]))
    const ofMenu = await read({ area: 'menu' })
    expect(ofMenu.data.entries.every((entry) => entry.action.startsWith('menu/'))).toBe(true)
  })

  test('pages without gaps or repeats, also among entries of one millisecond', async () => {
    const at = new Date('2026-02-01T12:00:00Z')
    for (let entry = 0; entry < 120; entry += 1) await noted('orders/capacity-set', {}, at)
    const ids: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({
        area: 'orders',
        ...(after ? { after } : {}),
      })
      ids.push(...page.data.entries.map((entry) => entry.id))
      after = page.data.next
    } while (after)
    expect([ids.length, new Set(ids).size]).toEqual([120, 120])
  })

  test('leaves as a file with every entry', async () => {
    const file = await app.fastify.inject({
      url: `/api${exportAudit.path}`,
      query: { selection: store, area: 'orders' },
      headers: { [headers.userToken]: manager.token, [headers.userId]: manager.uid },
    })
    expect(file.statusCode).toBe(200)
    expect(file.body.split('\n').filter((line) => line.includes('mudou o ritmo'))).toHaveLength(120)
  })

  test('counts what the role of a person did not allow, on one row for each day', async () => {
    for (let tries = 0; tries < 3; tries += 1)
      expect((await app.call(basic, readStoreAccess, {}, { storeId: store })).status).toBe(403)
    await expect
      .poll(async () => (await read()).data.refused)
      .toMatchObject([{ storeId: store, count: 3, words: 'tentou o que o seu acesso não permite' }])
    expect((await read({}, basic)).status).toBe(403)
  })

  test('is closed to other tenants, whose stores are not found', async () => {
    expect((await read({}, stranger)).body.error).toBe('store/not-found')
    expect((await read({ selection: other })).body.error).toBe('store/not-found')
    const mine = await app.call(stranger, readAudit, { query: { selection: other } })
    expect(mine.data.entries).toEqual([])
  })

  test('ends at a cursor of another store', async () => {
    const [entry] = (await read()).data.entries
    const theirs = await app.call(stranger, readAudit, {
      query: { selection: other, after: entry?.id ?? '' },
    })
    expect(theirs.data.entries).toEqual([])
  })

  test('cannot be changed or erased by the product’s own database role', async () => {
    const client = new pg.Client({ connectionString: app.ownerUrl })
    await client.connect()
    await client.query('set role balcao_app')
    for (const write of [
      "update audit_entries set action = 'x'",
      'delete from audit_entries',
      'truncate audit_entries',
    ])
      await expect(client.query(write)).rejects.toThrow('permission denied')
    await client.end()
  })
})
