import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '../../../contract/orders/orders.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import * as contract from '../../../contract/stores/profile.ts'
import { activateStore, readMyStores, readPublicStore } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { rebuildRollUps } from '../../reports/closing/rebuild-roll-ups.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let owner: Person
let stranger: Person
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
let number = 0
let slug: string

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  number += 1
  slug = `pastel-${number}`
  store = await app.addStore({ name: 'Pastel da Vila', slug })
  other = await app.addStore({ name: 'Outra', slug: `outra-${number}` })
  basic = await app.addPerson('basic', { [store]: 'basic' })
  manager = await app.addPerson('manager', { [store]: 'manager' })
  owner = await app.addPerson('owner', { [store]: 'owner' })
  stranger = await app.addPerson('stranger', { [other]: 'owner' })
})

const here = () => ({ storeId: store })
type Body = Sent<typeof contract.saveStoreProfile>['body']
const wanted = (change: Partial<Body> = {}): Body => ({
  name: 'Pastel da Vila',
  brand: 'Pastel & Cia',
  code: null,
  phone: '(11) 98765-4321',
  document: null,
  menuSlug: slug,
  pixKey: null,
  timezone: 'America/Sao_Paulo',
  address: {
    street: 'Rua das Acácias',
    number: '10',
    complement: null,
    district: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    zipCode: '01310-100',
    lat: -23.55,
    lng: -46.63,
  },
  version: 1,
  ...change,
})
const save = (person: Person, change: Partial<Body> = {}, storeId = store) =>
  app.call(person, contract.saveStoreProfile, { body: wanted(change) }, { storeId })
const auditOf = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'details'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )

describe('the data of a store', () => {
  test('is changed by a manager, and the audit holds what changed', async () => {
    const { data } = await save(manager, { document: '12.ABC.345/01DE-35' })
    expect(data).toMatchObject({
      brand: 'Pastel & Cia',
      phone: '+5511987654321',
      document: '12ABC34501DE35',
      address: { zipCode: '01310100', lat: -23.55 },
      version: 2,
    })
    const [entry] = await auditOf('store/profile-saved')
    expect(entry?.actor_uid).toBe(manager.uid)
    expect(entry?.details).toMatchObject({
      before: { brand: 'Pastel da Vila', document: null },
      after: { brand: 'Pastel & Cia', document: '12ABC34501DE35' },
    })
    expect(JSON.stringify(entry?.details)).not.toContain('menuSlug')
  })

  test('is neither read nor changed by staff, and is not found by strangers', async () => {
    expect((await save(basic)).body.error).toBe('permission/denied')
    expect((await save(stranger)).body.error).toBe('store/not-found')
    expect((await save(manager, {}, other)).body.error).toBe('store/not-found')
    const read = (person: Person) => app.call(person, contract.readStoreProfile, {}, here())
    expect((await read(basic)).body.error).toBe('permission/denied')
    expect((await read(stranger)).body.error).toBe('store/not-found')
  })

  test('saved by two at once keeps one, and the other sees it', async () => {
    const both = await Promise.all([save(manager, { brand: 'Uma' }), save(owner, { brand: 'Duas' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    expect(lost?.body.error).toBe('store/stale-profile')
    expect(lost?.body.current).toMatchObject({ version: 2 })
  })

  test('refuses what cannot be', async () => {
    const refused = async (change: Partial<Body>) => {
      const { status, body } = await save(manager, change)
      expect([JSON.stringify(change), status]).toEqual([JSON.stringify(change), expect.any(Number)])
      return body.error
    }
    const { address } = wanted()
    expect(await refused({ document: '12.ABC.345/01DE-36' })).toBe('validation/invalid')
    expect(await refused({ document: '529.982.247-26' })).toBe('validation/invalid')
    expect(await refused({ phone: '1234' })).toBe('validation/invalid')
    expect(await refused({ menuSlug: 'Pastel da Vila' })).toBe('validation/invalid')
    expect(await refused({ menuSlug: 'admin' })).toBe('group/slug-reserved')
    expect(await refused({ timezone: 'Europe/Paris' })).toBe('validation/refused')
    expect(await refused({ timezone: 'x'.repeat(100) })).toBe('validation/invalid')
    expect(await refused({ name: '\u202Eoirártnoc' })).toBe('validation/invalid')
    expect(await refused({ name: 'x'.repeat(60_000) })).toBe('validation/invalid')
    expect(await refused({ address: { ...address, lat: 1e308 } })).toBe('validation/invalid')
    expect(await refused({ address: { ...address, zipCode: '123' } })).toBe('validation/invalid')
    expect(await refused({ address: { ...address, ...{ __proto__: { x: 1 }, extra: 1 } } })).toBe(
      'validation/invalid',
    )
    expect((await app.call(manager, contract.readStoreProfile, {}, here())).data.version).toBe(1)
  })

  test('keeps a Pix key as banks do, and only an owner changes it', async () => {
    expect((await save(manager, { pixKey: '529.982.247-25' })).body.error).toBe('permission/denied')
    expect((await save(owner, { pixKey: '529.982.247-25' })).data.pixKey).toBe('52998224725')
    expect((await save(owner, { pixKey: 'nada', version: 2 })).body.error).toBe('validation/invalid')
    // A manager changes the rest and leaves the key.
    expect((await save(manager, { pixKey: '52998224725', version: 2 })).status).toBe(200)
  })

  test('its letters are its own among the stores of one person', async () => {
    const second = await app.addStore({ name: 'Segunda', slug: `segunda-${number}` })
    const both = await app.addPerson('both', { [store]: 'owner', [second]: 'owner' })
    expect((await save(both, { code: 'pv' })).data.code).toBe('PV')
    const { body } = await save(both, { code: 'PV', menuSlug: `segunda-${number}` }, second)
    expect([body.error, body.details]).toEqual([
      'store/code-taken',
      [{ path: 'code', message: 'Pastel da Vila já usa esta sigla.' }],
    ])
    expect((await save(both, { code: 'P1234', version: 2 })).status).toBe(400)
    const listed = (await app.call(both, readMyStores, {})).data.stores
    expect(listed.map(({ code }) => code ?? 'none')).toEqual(expect.arrayContaining(['PV', 'none']))
  })
})

describe('the address of a store', () => {
  const publicName = async (menuSlug: string) =>
    (await app.call(null, readPublicStore, { params: { menuSlug } })).data?.menuSlug

  test('leads to it under its former name too, and says the new one', async () => {
    const next = `${slug}-novo`
    const { data } = await save(manager, { menuSlug: next })
    expect(data.formerSlugs).toEqual([{ slug, until: '2027-02-18T22:00:00.000Z' }])
    expect(await publicName(next)).toBe(next)
    expect(await publicName(slug)).toBe(next)
    const active = await app.call(manager, activateStore, { params: { menuSlug: slug } })
    expect(active.status).toBe(200)
    // Ninety days later it leads nowhere.
    app.setClock(new Date('2027-02-19T00:00:00Z'))
    expect(await publicName(slug)).toBeUndefined()
  })

  test('is not given to another store while it leads to this one, but returns to its own', async () => {
    await save(manager, { menuSlug: `${slug}-novo` })
    const taken = await save(stranger, { menuSlug: slug }, other)
    expect([taken.status, taken.body.error]).toEqual([409, 'store/slug-taken'])
    const back = await save(manager, { menuSlug: slug, version: 2 })
    expect(back.data.formerSlugs.map((one) => one.slug)).toEqual([`${slug}-novo`])
  })

  test('wished by two stores at once is given to one', async () => {
    const wish = `disputado-${number}`
    const both = await Promise.all([
      save(manager, { menuSlug: wish }),
      save(stranger, { menuSlug: wish }, other),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('the logo', () => {
  const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', side = 900) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } })
      .toFormat(format)
      .toBuffer()
  const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
  const put = (person: Person, logo: string | null, version = 1) =>
    app.call(person, contract.saveStoreLogo, { body: { logo, version } }, here())

  test('is drawn again, small, and without what was behind the picture', async () => {
    const sent = Buffer.concat([await picture('png'), Buffer.from('<script>alert(1)</script>')])
    const { data } = await put(manager, dataUrl(sent))
    expect(data.logo).toMatch(new RegExp(`^/api/stores/logos/${store}/[0-9a-f]{64}$`))
    const reply = await app.fastify.inject({ method: 'GET', url: data.logo ?? '' })
    expect(reply.headers['content-type']).toBe('image/jpeg')
    expect(reply.rawPayload.includes('<script>')).toBe(false)
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(512)
    expect((await put(manager, null, 2)).data.logo).toBeNull()
    expect((await app.fastify.inject({ method: 'GET', url: data.logo ?? '' })).statusCode).toBe(404)
  })

  test('is refused as SVG, GIF, text under a picture’s name, or too large', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    expect((await put(manager, dataUrl(svg, 'svg+xml'))).body.error).toBe('validation/invalid')
    expect((await put(manager, dataUrl(svg))).body.error).toBe('validation/refused')
    expect((await put(manager, dataUrl(await picture('gif')))).body.error).toBe('validation/refused')
    expect((await put(manager, dataUrl(Buffer.alloc(2_000_001)))).status).toBeGreaterThanOrEqual(400)
    expect((await put(manager, dataUrl(Buffer.alloc(3_000_000)))).status).toBe(413)
  })

  test('is changed by managers of the store, and by one of two at once', async () => {
    const logo = dataUrl(await picture('png', 40))
    expect((await put(basic, logo)).body.error).toBe('permission/denied')
    expect((await put(stranger, logo)).body.error).toBe('store/not-found')
    const both = await Promise.all([put(manager, logo), put(owner, null)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await auditOf('store/logo-saved')).toHaveLength(1)
  })
})

describe('the start of the business day', () => {
  const change = (person: Person, body: object = {}) =>
    app.call(
      person,
      contract.saveDayStart,
      { body: { startsAt: '06:00', from: '2026-11-23', version: 1, ...body } },
      here(),
    )

  test('changes from a coming day on, and what was planned before is replaced', async () => {
    expect((await change(manager)).data.dayStart).toEqual({
      now: '04:00',
      today: '2026-11-20',
      next: { from: '2026-11-23', startsAt: '06:00' },
    })
    const again = await change(manager, { startsAt: '05:00', from: '2026-12-01', version: 2 })
    expect(again.data.dayStart.next).toEqual({ from: '2026-12-01', startsAt: '05:00' })
    expect(await auditOf('store/day-start-saved')).toHaveLength(2)
    expect((await change(manager, { startsAt: '04:00', version: 3 })).data.dayStart.next).toBeNull()
  })

  test('takes the orders along that are for a coming day, and back when the plan is dropped', async () => {
    const order = simpleOrder(store, randomUUID(), randomUUID(), { created_at: '2026-11-20T15:00:00.000Z' })
    // At 05:00 in São Paulo.
    const schedule = { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T08:30:00.000Z' }
    await app.deps.intake.take({ ...order, timing: 'SCHEDULED', detail: { ...order.detail, schedule } })
    const days = () =>
      withStoreScope(app.db, [store], async (tx) => {
        const { rows } = await sql<{ day: string }>`
          select o.business_day as day from orders o join sales_days d on d.store_id = o.store_id
            and d.business_day = o.business_day and d.received = 1 where o.store_id = ${store}`.execute(tx)
        return rows.map(({ day }) => day)
      })
    expect(await days()).toEqual(['2026-11-24'])
    await change(manager)
    expect(await days()).toEqual(['2026-11-23'])
    await change(manager, { startsAt: '04:00', version: 2 })
    expect(await days()).toEqual(['2026-11-24'])
    expect((await rebuildRollUps(app.db, store, evening)).mended).toEqual([])
  })

  test('leaves the days that have begun as they are', async () => {
    const refused = await change(manager, { from: '2026-11-20' })
    expect([refused.status, refused.body.error]).toEqual([422, 'validation/refused'])
    expect((await change(manager, { startsAt: '24:00' })).status).toBe(400)
  })

  test('is changed by managers of the store, and by one of two at once', async () => {
    expect((await change(basic)).body.error).toBe('permission/denied')
    expect((await change(stranger)).body.error).toBe('store/not-found')
    const both = await Promise.all([change(manager), change(owner, { startsAt: '05:00' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('past days with another start', () => {
  const redo = (person: Person, body: object = {}) =>
    app.call(
      person,
      contract.recalculateDays,
      { body: { startsAt: '06:00', from: '2026-11-10', version: 1, ...body } },
      here(),
    )
  const preview = (person: Person, startsAt = '06:00', from = '2026-11-10') =>
    app.call(person, contract.previewDayRecalculation, { query: { startsAt, from } }, here())
  const sale = (at: string, id: string = randomUUID()) =>
    app.deps.intake.take({
      ...simpleOrder(store, id, randomUUID()),
      created_at: at,
      status: 'concluded',
      completed_at: at,
    })
  const days = () =>
    withStoreScope(app.db, [store], async (tx) => {
      const { rows } = await sql<{ day: string; orders: number }>`
        select to_char(business_day, 'YYYY-MM-DD') as day, sum(orders)::integer as orders from sales_store_hours
        where store_id = ${store} group by 1 having sum(orders) > 0 order by 1`.execute(tx)
      return rows.map(({ day, orders }) => `${day} ${orders}`)
    })
  /** At 03:00, 05:00, 05:59 and 06:00 in São Paulo on the 12th, and one before the first day. */
  const nights = async () => {
    for (const at of ['2026-11-12T06:00Z', '2026-11-12T08:00Z', '2026-11-12T08:59Z', '2026-11-12T09:00Z'])
      await sale(new Date(at).toISOString())
    await sale(new Date('2026-11-09T08:00Z').toISOString())
  }

  test('are shown before, and then counted so, figures and all', async () => {
    await nights()
    expect(await days()).toEqual(['2026-11-09 1', '2026-11-11 1', '2026-11-12 3'])
    const { data } = await preview(owner)
    expect(data).toMatchObject({ orders: 2, days: 2 })
    expect(data.shown.map(({ day, before, after }) => [day, before.orders, after.orders])).toEqual([
      ['2026-11-12', 3, 1],
      ['2026-11-11', 1, 3],
    ])
    expect(await days()).toEqual(['2026-11-09 1', '2026-11-11 1', '2026-11-12 3'])
    const done = await redo(owner)
    expect([done.status, done.data.orders, done.data.days]).toEqual([200, 2, 2])
    expect(done.data.profile.dayStart).toEqual({ now: '06:00', today: '2026-11-20', next: null })
    expect(await days()).toEqual(['2026-11-09 1', '2026-11-11 3', '2026-11-12 1'])
    expect((await preview(owner)).data).toEqual({ orders: 0, days: 0, shown: [] })
    expect((await rebuildRollUps(app.db, store, evening)).mended).toEqual([])
    expect(await auditOf('store/days-recalculated')).toHaveLength(1)
    // And back.
    expect((await redo(owner, { startsAt: '04:00', version: 2 })).data.orders).toBe(2)
    expect(await days()).toEqual(['2026-11-09 1', '2026-11-11 1', '2026-11-12 3'])
  })

  test('have the refunds that were given in them, with the sales of their own', async () => {
    const refund = async (orderId: string, at: string, cents: number) => {
      app.setClock(new Date(at))
      const body = { cents, reason: 'Veio frio' }
      const given = await app.call(manager, refundOrder, { params: { orderId }, body }, here())
      expect(given.status, JSON.stringify(given.body)).toBe(200)
      app.setClock(evening)
    }
    const net = () =>
      withStoreScope(app.db, [store], async (tx) => {
        const { rows } = await sql<{ day: string; cents: number }>`
          select to_char(business_day, 'YYYY-MM-DD') as day, sum(net_cents)::integer as cents from sales_store_hours
          where store_id = ${store} group by 1 having sum(net_cents) <> 0 order by 1`.execute(tx)
        return Object.fromEntries(rows.map(({ day, cents }) => [day, cents]))
      })
    const [noon, night] = [randomUUID(), randomUUID()]
    await sale('2026-11-11T15:00:00.000Z', noon)
    await sale('2026-11-12T08:00:00.000Z', night)
    // The refund moves and its order does not; then the order moves and its refund does not.
    await refund(noon, '2026-11-12T08:30:00Z', 700)
    await refund(night, '2026-11-12T15:00:00Z', 200)
    expect(await net()).toEqual({ '2026-11-11': 3_000, '2026-11-12': 2_100 })
    const { data } = await preview(owner)
    expect(data.shown.map(({ day, before, after }) => [day, before.netCents, after.netCents])).toEqual([
      ['2026-11-12', 2_100, -200],
      ['2026-11-11', 3_000, 5_300],
    ])
    expect((await redo(owner)).status).toBe(200)
    expect(await net()).toEqual({ '2026-11-11': 5_300, '2026-11-12': -200 })
    expect((await rebuildRollUps(app.db, store, evening)).mended).toEqual([])
    expect((await redo(owner, { startsAt: '04:00', version: 2 })).status).toBe(200)
    expect(await net()).toEqual({ '2026-11-11': 3_000, '2026-11-12': 2_100 })
    expect((await rebuildRollUps(app.db, store, evening)).mended).toEqual([])
  })

  test('take reviews and disputes of their orders along', async () => {
    await nights()
    const moved = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('orders')
        .select('id')
        .where('store_id', '=', store)
        .where('created_at', '=', new Date('2026-11-12T08:00Z'))
        .executeTakeFirstOrThrow(),
    )
    await withStoreScope(app.db, [store], async (tx) => {
      await sql`insert into reviews (store_id, id, source, source_review_id, business_day, score, created_at, order_id)
        values (${store}, ${randomUUID()}, 'ifood', 'r', '2026-11-12', 5, now(), ${moved.id})`.execute(tx)
      await sql`insert into disputes
        (store_id, id, source, partner_id, order_id, merchant_id, kind, asked_cents, opened_at, business_day, state)
        values (${store}, ${randomUUID()}, 'ifood', 'd', ${moved.id}, 'm', 'CANCELLATION', 0, '2026-11-12T08:30Z',
          '2026-11-12', 'accepted')`.execute(tx)
    })
    expect((await redo(owner)).status).toBe(200)
    const told = await withStoreScope(app.db, [store], async (tx) => {
      const { rows } = await sql<{ day: string }>`
        select to_char(business_day, 'YYYY-MM-DD') as day from reviews where store_id = ${store}
        union all select to_char(business_day, 'YYYY-MM-DD') from disputes where store_id = ${store}`.execute(
        tx,
      )
      return rows.map(({ day }) => day)
    })
    expect(told).toEqual(['2026-11-11', '2026-11-11'])
  })

  test('are past ones, of the last 400 days, and never the one that runs', async () => {
    for (const [body, path] of [
      [{ from: '2026-11-21' }, 'from'],
      [{ from: '2025-10-01' }, 'from'],
      // At 19:00 a day that starts at 20:00 would be yesterday's.
      [{ startsAt: '20:00' }, 'startsAt'],
    ] as const) {
      const answer = await redo(owner, body)
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([422, path])
    }
    expect((await redo(owner, { startsAt: '25:00' })).status).toBe(400)
    expect((await preview(owner, '20:00')).status).toBe(422)
  })

  test('are counted again by owners of the store, and by one of two at once', async () => {
    for (const call of [redo, (person: Person) => preview(person)]) {
      expect((await call(manager)).body.error).toBe('permission/denied')
      expect((await call(stranger)).body.error).toBe('store/not-found')
    }
    const both = await Promise.all([redo(owner), redo(owner, { startsAt: '05:00' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('a CEP', () => {
  test('is looked up where the setting says, and what does not answer blocks nobody', async () => {
    const asked: string[] = []
    const answers = [
      JSON.stringify({
        logradouro: 'Avenida Paulista',
        bairro: 'Bela Vista',
        localidade: 'São Paulo',
        uf: 'SP',
      }),
      JSON.stringify({ erro: true }),
      '<html>',
      `"${'x'.repeat(50_000)}"`,
    ]
    const service = createServer((request, reply) => {
      asked.push(request.url ?? '')
      reply.end(answers[asked.length - 1])
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const address = service.address()
    const port = typeof address === 'object' ? address?.port : 0
    const online = await testApp({ CEP_URL: `http://127.0.0.1:${port}/ws/{cep}/json/` })
    const person = await online.addPerson('person', {})
    const look = async () =>
      (await online.call(person, contract.readZipCode, { params: { zipCode: '01310-100' } })).data.place
    try {
      expect(await look()).toEqual({
        street: 'Avenida Paulista',
        district: 'Bela Vista',
        city: 'São Paulo',
        state: 'SP',
      })
      expect(asked).toEqual(['/ws/01310100/json/'])
      expect([await look(), await look(), await look()]).toEqual([null, null, null])
      await new Promise((resolve) => service.close(resolve))
      expect(await look()).toBeNull()
    } finally {
      await online.close()
    }
    const offline = await app.call(basic, contract.readZipCode, { params: { zipCode: '01310100' } })
    expect(offline.data.place).toBeNull()
  })
})
