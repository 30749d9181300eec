import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  endAccountantLink,
  linkLives,
  makeAccountantLink,
  readAccountantLinks,
  type AccountantFile,
} from '../../contract/accountant/accountant.ts'
import { readAudit } from '../../contract/audit/audit.ts'
import { withDirectoryScope } from '../db/scope.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'

// A Friday evening in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  app.setClock(now)
  shop = await standardShop(app)
})
afterAll(() => app.close())

const make = (
  person: Person = shop.owner,
  { selection = shop.store, files = ['fiscal', 'sales'] as AccountantFile[], days = 90 as const } = {},
) =>
  app.call(person, makeAccountantLink, {
    query: { selection },
    body: { name: 'Contábil Souza', files, days },
  })
const tokenOf = (address: string): string => address.split('#')[1] ?? ''
const linkFor = async (...asked: Parameters<typeof make>) => {
  const { data } = await make(...asked)
  return { ...data, token: tokenOf(data.address) }
}
const open = (token: string, remoteAddress?: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/accountant/open',
    payload: { token },
    ...(remoteAddress ? { remoteAddress } : {}),
  })
const file = (token: string, asked: Partial<{ file: AccountantFile; month: string; format: string }> = {}) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/accountant/file',
    payload: { token, file: 'fiscal', month: '2026-11', format: 'csv', ...asked },
  })
const end = (person: Person, id: string, selection = shop.store) =>
  app.call(person, endAccountantLink, { params: { id }, query: { selection } })
const list = async (person = shop.owner, selection = shop.store) =>
  (await app.call(person, readAccountantLinks, { query: { selection } })).data.links
const errorOf = (reply: { json: () => unknown }) => (reply.json() as { error?: string }).error

const sell = (storeId = shop.store, grossCents = 8_000) => {
  const order = simpleOrder(storeId, uuidv7(), 'nota', {
    status: 'concluded',
    created_at: '2026-11-18T22:00:00Z',
    gross_cents: grossCents,
    customer: { id: uuidv7(), name: 'Rosângela Prado', phone: '+5511987654321' },
  })
  const customer = {
    name: 'Rosângela Prado',
    phone: '+5511987654321',
    document: '52998224725',
    ordersCount: null,
  }
  return takeOrders(app.db, [{ ...order, detail: { ...order.detail, customer } }])
}

test('an owner makes a link, and its accountant opens it and gets the files it names, without an account', async () => {
  await sell()
  const { token, address, expiresAt } = await linkFor()
  expect(address).toMatch(/\/contador#[\w-]{43}$/)
  expect(expiresAt).toBe('2027-02-18T23:15:00.000Z')
  const { data } = (await open(token)).json() as { data: { months: string[] } }
  expect(data).toMatchObject({
    name: 'Contábil Souza',
    stores: [{ name: 'Brasa', document: null }],
    files: ['fiscal', 'sales'],
    today: '2026-11-20',
  })
  expect([data.months[0], data.months.length, data.months.at(-1)]).toEqual(['2026-11', 24, '2024-12'])
  for (const asked of ['fiscal', 'sales'] as const) {
    const given = await file(token, { file: asked })
    expect([asked, given.statusCode]).toEqual([asked, 200])
    expect(given.headers['content-disposition']).toContain('.csv')
    expect(given.body).toContain('80,00')
  }
})

test('no file of a link says anything of a customer', async () => {
  await sell()
  const { token } = await linkFor(shop.owner, { files: ['fiscal', 'payouts', 'sales'] })
  for (const asked of ['fiscal', 'payouts', 'sales'] as const) {
    const given = await file(token, { file: asked })
    expect([asked, given.statusCode]).toEqual([asked, 200])
    for (const personal of ['Rosângela', '529982', '529.982', '98765', 'CPF ou CNPJ do cliente'])
      expect([asked, personal, given.body.includes(personal)]).toEqual([asked, personal, false])
  }
})

test('an unknown, an ended and an expired link are answered with the same words', async () => {
  const ended = await linkFor()
  expect((await end(shop.owner, ended.id)).data).toEqual({ ended: 1 })
  const expired = await linkFor(shop.owner, { days: 30 as 90 })
  app.setClock(new Date(now.getTime() + 30 * 86_400_000))
  const answers = await Promise.all(
    ['x'.repeat(43), ended.token, expired.token].flatMap((token) => [open(token), file(token)]),
  )
  const said = answers.map((reply) => {
    const { requestId: _id, ...rest } = reply.json() as { requestId: string }
    return JSON.stringify([reply.statusCode, rest])
  })
  expect(new Set(said).size).toBe(1)
  expect(said[0]).toContain('accountant/link-invalid')
})

test('a link is made, seen and ended by owners alone', async () => {
  const { id } = await linkFor()
  for (const [person, refusal] of [
    [shop.manager, 'permission/denied'],
    [shop.basic, 'permission/denied'],
    [shop.stranger, 'store/not-found'],
  ] as const) {
    expect((await make(person)).body.error).toBe(refusal)
    expect((await end(person, id)).body.error).toBe(refusal)
    const seen = await app.call(person, readAccountantLinks, { query: { selection: shop.store } })
    expect(seen.body.error).toBe(refusal)
  }
  expect(await list()).toMatchObject([{ id, name: 'Contábil Souza', madeBy: 'owner', usedAt: null }])
})

test('a link shows its own stores and no others; another tenant can neither see nor end it', async () => {
  await sell(shop.store)
  await sell(shop.other, 12_345)
  const { id, token } = await linkFor()
  expect((await file(token)).body).toContain('80,00')
  expect((await file(token)).body).not.toContain('123,45')
  expect(await list(shop.stranger, shop.other)).toEqual([])
  expect((await end(shop.stranger, id, shop.other)).body.error).toBe('accountant/link-not-found')
  expect((await make(shop.owner, { selection: `${shop.store},${shop.other}` })).body.error).toBe(
    'store/not-found',
  )
  expect((await open(token)).statusCode).toBe(200)
})

test('an owner of one of two stores ends a link for that one; it opens the other still', async () => {
  const second = await app.addStore({ name: 'Brasa Moema' })
  const both = await app.addPerson('dona', { [shop.store]: 'owner', [second]: 'owner' })
  const { id, token } = await linkFor(both, { selection: `${shop.store},${second}` })
  expect(await list(both, `${shop.store},${second}`)).toHaveLength(1)
  expect((await end(shop.owner, id)).data).toEqual({ ended: 1 })
  expect((await open(token)).json()).toMatchObject({ data: { stores: [{ name: 'Brasa Moema' }] } })
})

test('of two who end a link at once one does', async () => {
  const { id } = await linkFor()
  const answers = await Promise.all([end(shop.owner, id), end(shop.owner, id)])
  expect(answers.map(({ body }) => body.error ?? 'ended').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'accountant/link-not-found',
    'ended',
  ])
  expect(await list()).toEqual([])
})

test('a store has ten links at most, also of several made at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => make()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ body }) => body.error === 'accountant/too-many-links')).toHaveLength(2)
})

test('a file or a month that the link does not give is refused, and what is malformed too', async () => {
  const { token } = await linkFor(shop.owner, { files: ['sales'] })
  expect(errorOf(await file(token, { file: 'fiscal' }))).toBe('validation/refused')
  for (const month of ['2026-12', '2024-11', '2031-01'])
    expect([month, errorOf(await file(token, { file: 'sales', month }))]).toEqual([
      month,
      'validation/refused',
    ])
  expect(errorOf(await file(token, { file: 'sales', month: '2026-13' }))).toBe('validation/invalid')
  expect(errorOf(await file(token, { file: 'sales', format: 'json' }))).toBe('validation/invalid')
  expect(errorOf(await open('curto'))).toBe('validation/invalid')
  for (const body of [
    { name: 'C', files: ['sales'], days: 90 },
    { name: 'Contábil', files: [], days: 90 },
    { name: 'Contábil', files: ['customers'], days: 90 },
    { name: 'Contábil', files: ['sales', 'sales'], days: 90 },
    { name: 'Contábil', files: ['sales'], days: 10_000 },
  ]) {
    const refused = await app.call(shop.owner, makeAccountantLink, {
      query: { selection: shop.store },
      body: body as never,
    })
    expect(refused.body.error).toBe('validation/invalid')
  }
  expect(linkLives).toContain(90)
})

test('only the hash of the secret is kept, and a scope of a store sees no link of another', async () => {
  const { token } = await linkFor()
  const kept = async (storeIds: readonly string[]) =>
    withDirectoryScope(app.db, storeIds, async (tx) =>
      JSON.stringify((await sql`select l::text as row from accountant_links l`.execute(tx)).rows),
    )
  expect(await kept([shop.store])).toContain('Contábil Souza')
  expect(await kept([shop.store])).not.toContain(token)
  expect(await kept([shop.other])).toBe('[]')
  expect(await kept([])).toBe('[]')
})

test('the history says who made and ended a link, and each file that it gave', async () => {
  const { id, token } = await linkFor()
  await file(token, { file: 'sales', month: '2026-10' })
  await end(shop.owner, id)
  const history = await app.call(shop.owner, readAudit, { query: { selection: shop.store } })
  expect(
    history.data.entries.map(({ actor, words, subject }) => [actor?.name ?? 'Balcão', words, subject]),
  ).toEqual([
    ['owner', 'encerrou um link para o contador', 'Contábil Souza'],
    [
      'Balcão',
      'entregou um arquivo pelo link do contador',
      'Contábil Souza: Vendas por dia e forma de pagamento, 10/2026',
    ],
    ['owner', 'criou um link para o contador', 'Contábil Souza'],
  ])
})

test('guesses from one network are slowed down; a link gives sixty files and then waits', async () => {
  const address = '198.51.100.77'
  const guesses = []
  for (let at = 0; at < 25; at += 1) guesses.push(await open(guess(at), address))
  expect(guesses.filter((reply) => errorOf(reply) === 'rate-limit/exceeded').length).toBeGreaterThan(0)
  const { token } = await linkFor()
  const statuses: number[] = []
  for (let at = 0; at < 62; at += 1) statuses.push((await file(token, { file: 'sales' })).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual([429, 429])
})

const guess = (at: number): string => `${at}`.padStart(43, 'x')
