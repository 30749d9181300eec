import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/bulk/bulk.ts'
import { readLink, redeemLink } from '../../contract/identity/links.ts'
import { readInvitations } from '../../contract/identity/people.ts'
import { headers } from '../../contract/shared/headers.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import { inviteByAct } from '../identity/identity.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { actsIn, chainOfTwo, type Chain } from './testing/chain.ts'

let app: TestApp
let shop: Chain
let acts: ReturnType<typeof actsIn>
let email: string
const evening = new Date('2026-11-20T22:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  shop = await chainOfTwo(app)
  acts = actsIn(app, [shop.centre, shop.beach])
  email = `nova-${randomUUID().slice(0, 8)}@b.example`
})

const states = async (id: string, person = shop.owner) =>
  (await acts.parts(id, person)).map(([state]) => state)

describe('an invitation to many stores', () => {
  const inviting = (role: 'owner' | 'manager' | 'basic' = 'basic'): contract.BulkAction => ({
    kind: 'invite',
    email,
    role,
  })
  const waiting = async (storeId: string) =>
    (await app.call(shop.owner, readInvitations, {}, { storeId })).data.filter((one) => one.email === email)
  const mails = () =>
    app.db
      .selectFrom('mail_messages')
      .select(['id', 'text_body', 'due_at'])
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute()
  /** A part's step in the directory alone, as a process leaves it that dies before the store's transaction. */
  const invite = (actId: string, storeId: string) =>
    inviteByAct(app.deps, {
      actId,
      storeId,
      caller: { uid: shop.owner.uid, name: 'Dona' },
      now: evening,
      email,
      name: '',
      role: 'basic',
    })
  const linkOf = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? ''

  test('is one mail with one link, which opens every store', async () => {
    expect((await acts.foresee(inviting(), shop.manager)).data.parts.map(({ would }) => would)).toEqual([
      'change',
      'change',
    ])
    expect(await mails()).toEqual([])
    const id = await acts.done(inviting(), shop.manager)
    expect(await acts.parts(id, shop.manager)).toEqual([
      ['done', `${email}: convite para atendente. Não vê nada antes de aceitar.`],
      ['done', `${email}: convite para atendente. Não vê nada antes de aceitar.`],
    ])
    const [mail, other] = await mails()
    expect(other).toBeUndefined()
    expect(mail?.text_body).toContain('das lojas Centro e Ponta Negra')
    const token = linkOf(mail?.text_body ?? '')
    const link = await app.call(null, readLink, { body: { token } })
    expect(link.data.stores).toEqual([
      { name: 'Centro', role: 'basic' },
      { name: 'Ponta Negra', role: 'basic' },
    ])
    await app.call(null, redeemLink, { body: { token, name: 'Nova', password: 'Balcao#2026x' } })
    const again = (await acts.foresee(inviting(), shop.manager)).data.parts
    expect(again.map(({ would, refusal }) => [would, refusal?.message])).toEqual([
      ['refuse', 'Já faz parte da equipe.'],
      ['refuse', 'Já faz parte da equipe.'],
    ])
  })

  test('is for managers, who give no more than their own level', async () => {
    expect((await acts.foresee(inviting(), shop.basic)).body.error).toBe('permission/denied')
    expect((await acts.begin(inviting(), shop.stranger)).body.error).toBe('store/not-found')
    const id = await acts.done(inviting('manager'), shop.manager)
    expect(await states(id)).toEqual(['refused', 'refused'])
    expect(await states(await acts.done(inviting('manager'), shop.owner))).toEqual(['done', 'done'])
  })

  test('is taken back in every store, unless the person has answered', async () => {
    const id = await acts.done(inviting(), shop.owner)
    await acts.takenBack(id, shop.owner)
    expect(await states(id)).toEqual(['undone', 'undone'])
    expect([await waiting(shop.centre), await waiting(shop.beach)]).toEqual([[], []])
    const second = await acts.done(inviting(), shop.owner)
    const token = linkOf((await mails()).at(-1)?.text_body ?? '')
    await app.call(null, redeemLink, { body: { token, name: 'Nova', password: 'Balcao#2026x' } })
    await acts.takenBack(second, shop.owner)
    expect(await acts.parts(second, shop.owner)).toEqual([
      ['done', expect.any(String)],
      ['done', expect.any(String)],
    ])
  })

  test('whose process died after the directory wrote it is not sent twice, and counts as done', async () => {
    const { data } = await acts.begin(inviting(), shop.owner)
    const first = await invite(data.id, shop.centre)
    await acts.work()
    expect(await states(data.id)).toEqual(['done', 'done'])
    expect((await waiting(shop.centre)).map(({ id }) => id)).toEqual([first])
    expect(await waiting(shop.beach)).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  test('to stores at once is still one mail that names them all', async () => {
    const { data } = await acts.begin(inviting(), shop.owner)
    await Promise.all([shop.centre, shop.beach].map((storeId) => invite(data.id, storeId)))
    const [mail, other] = await mails()
    expect(other).toBeUndefined()
    expect(mail?.text_body).toContain('das lojas Centro e Ponta Negra')
  })

  test('that comes after the mail has left is a second mail, and both links work', async () => {
    const { data } = await acts.begin(inviting(), shop.owner)
    await invite(data.id, shop.centre)
    const [first] = await mails()
    const firstToken = linkOf(first?.text_body ?? '')
    await app.db
      .updateTable('mail_messages')
      .set({ sent_at: evening, attempts: 1 })
      .where('id', '=', first?.id ?? '')
      .execute()
    await acts.work()
    const [, second] = await mails()
    const open = async (token: string) =>
      (await app.call(null, readLink, { body: { token } })).data.stores.map(({ name }) => name)
    expect(await open(firstToken)).toEqual(['Centro'])
    expect(await open(linkOf(second?.text_body ?? ''))).toEqual(['Ponta Negra'])
  })

  test('is in the history of each store under the act’s id', async () => {
    const id = await acts.done(inviting(), shop.owner)
    const noted = await withDirectoryScope(app.deps.directory, [shop.centre, shop.beach], (tx) =>
      tx.selectFrom('audit_entries').select(['store_id', 'action']).where('request_id', '=', id).execute(),
    )
    expect(new Map(noted.map((one) => [one.store_id, one.action]))).toEqual(
      new Map([shop.centre, shop.beach].map((storeId) => [storeId, 'access/invited'])),
    )
  })
})

describe('files of a month', () => {
  const exporting = (month = '2026-10'): contract.BulkAction => ({
    kind: 'export',
    file: 'sales',
    month,
    format: 'csv',
  })
  /** The answer as it is: a file, or the code of a refusal. */
  const files = async (id: string, person: Person, selection = `${shop.centre},${shop.beach}`) => {
    const reply = await app.fastify.inject({
      method: 'GET',
      url: `/api/bulk/${id}/files`,
      query: { selection },
      headers: { [headers.userToken]: person.token, [headers.userId]: person.uid },
    })
    const type = String(reply.headers['content-type'])
    return {
      name: /filename="([^"]+)"/.exec(String(reply.headers['content-disposition']))?.[1],
      error: type.includes('json') ? (reply.json() as { error: string }).error : null,
      type,
    }
  }
  const kept = () =>
    withStoreScope(app.db, [shop.centre, shop.beach], (tx) =>
      tx.selectFrom('bulk_files').select(['store_id', 'name']).orderBy('store_id').execute(),
    )

  test('are made one a store, come alone or in a zip, and are gone when undone', async () => {
    const seen = (await acts.foresee(exporting(), shop.manager)).data.parts
    expect(seen.map(({ would, words }) => [would, words])).toEqual([
      ['change', 'Vendas por dia e forma de pagamento, 10/2026.'],
      ['change', 'Vendas por dia e forma de pagamento, 10/2026.'],
    ])
    expect(await kept()).toEqual([])
    const id = await acts.done(exporting(), shop.manager)
    expect((await acts.parts(id, shop.manager))[0]?.[1]).toMatch(/10\/2026: \d+\u00a0KB\.$/)
    expect(await files(id, shop.manager)).toMatchObject({ name: 'lojas.zip', type: 'application/zip' })
    const one = await files(id, shop.manager, shop.beach)
    expect(one.type).toContain('text/csv')
    expect(one.name).toContain(`loja-${shop.beach}-`)
    await acts.takenBack(id, shop.manager)
    expect(await states(id)).toEqual(['undone', 'undone'])
    expect((await files(id, shop.manager)).error).toBe('bulk/no-files')
  })

  test('are for managers of the store, and nobody else knows of the act', async () => {
    const id = await acts.done(exporting(), shop.manager)
    expect((await files(id, shop.basic)).error).toBe('permission/denied')
    expect((await files(id, shop.stranger)).error).toBe('store/not-found')
    expect((await files(id, shop.stranger, shop.foreign)).error).toBe('bulk/not-found')
    expect((await acts.begin(exporting(), shop.basic)).body.error).toBe('permission/denied')
    const ofBeach = await app.addPerson('Bruno', { [shop.beach]: 'manager' })
    const theirs = await files(id, ofBeach, shop.beach)
    expect(theirs.name).toContain(`loja-${shop.beach}-`)
  })

  test('of a month that has not begun are refused by each store', async () => {
    const parts = (await acts.foresee(exporting('2026-12'), shop.manager)).data.parts
    expect(parts.map(({ would, refusal }) => [would, refusal?.message])).toEqual([
      ['refuse', 'Escolha um dos últimos 24 meses.'],
      ['refuse', 'Escolha um dos últimos 24 meses.'],
    ])
  })

  test('are kept for seven days', async () => {
    const id = await acts.done(exporting(), shop.manager)
    const old = new Date(evening.getTime() - contract.bulkFileMs - 1_000)
    await withStoreScope(app.db, [shop.centre, shop.beach], (tx) =>
      tx.updateTable('bulk_files').set({ made_at: old }).execute(),
    )
    expect((await files(id, shop.manager)).error).toBe('bulk/no-files')
  })
})
