import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allRoutes } from '../../../contract/all.ts'
import { errorMessages } from '../../../contract/shared/error-messages.ts'
import type { Route, Sent } from '../../../contract/shared/route.ts'
import { createGroup } from '../../../contract/groups/groups.ts'
import { readMyAccess } from '../../../contract/identity/identity.ts'
import { grantAccess, readInvitations, readMyInvitations } from '../../../contract/identity/people.ts'
import { enterStore, leaveStore } from '../../../contract/identity/support.ts'
import { addMenuItem } from '../../../contract/menu/edit-item.ts'
import { pauseMenuItem } from '../../../contract/menu/menu.ts'
import { confirmOrder, placeOrder, readBoard } from '../../../contract/orders/orders.ts'
import { createPrintAgent } from '../../../contract/printing/printing.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { examples, type Target } from '../../testing/isolation-examples.ts'
import { ownOrder } from '../../testing/orders.ts'
import { supporter } from '../../testing/supporter.ts'

let app: TestApp
let storeId: string
let owner: Person
let root: Person
let target: Target

beforeAll(async () => {
  app = await testApp({ ROOT_USER_IDS: 'suporte-um' })
  storeId = await app.addStore({ name: 'Cantina São João', slug: 'cantina-sao-joao' })
  owner = await app.addPerson('dona', { [storeId]: 'owner' })
  root = await supporter(app, 'suporte-um')
  target = {
    storeId,
    slug: 'cantina-sao-joao',
    orderId: await place(owner),
    groupId: (await group(owner, 'cantinas')).data.id,
    groupSlug: 'cantinas',
  }
})
beforeEach(async () => {
  await app.call(root, leaveStore, {})
  await app.call(root, enterStore, { body: { storeId, reason: 'Chamado 812: impressora parada' } })
})
afterAll(() => app.close())

const place = async (caller: Person) =>
  (
    await app.call(
      caller,
      placeOrder,
      { body: ownOrder({ customer: { name: 'Ana', phone: null } }) },
      { storeId, key: randomUUID() },
    )
  ).data.id
const group = (caller: Person, slug: string) =>
  app.call(caller, createGroup, { body: { name: 'Cantinas', slug, storeIds: [storeId] } })
const board = () => app.call(root, readBoard, { query: { selection: storeId } })

/** A well-formed call, as the panel would send it. */
function ask(person: Person, route: Route) {
  const example = examples[route.name]?.(target)
  if (!example) throw new Error(`no example for ${route.name}`)
  return app.call(person, route, example.input as Sent<Route>, {
    ...(route.access.kind === 'store' ? { storeId } : {}),
    key: example.key ?? randomUUID(),
  })
}

const refusals = () =>
  withDirectoryScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'subject'])
      .where('store_id', '=', storeId)
      .where('action', '=', 'support/refused')
      .orderBy('id')
      .execute(),
  )

describe('inside a store, support', () => {
  const leaving = allRoutes.filter((route) => route.leavesBehind)

  test.each(leaving.map((route) => [route.name, route] as const))(
    'is refused what would outlive its entry: %s',
    async (name, route) => {
      const before = (await refusals()).length
      const answer = await ask(root, route)
      expect([answer.status, answer.body.error]).toEqual([403, 'support/leaves-behind'])
      expect(answer.body.message).toBe(errorMessages['support/leaves-behind'])
      expect((await refusals()).slice(before)).toEqual([{ actor_uid: root.uid, subject: name }])
    },
  )

  test('is refused them as a new owner, a group, a print agent: whatever the review tried', async () => {
    await app.call(root, grantAccess, { body: { uid: root.uid, role: 'owner' } }, { storeId })
    await group(root, 'nossas')
    await app.call(root, createPrintAgent, { body: { name: 'Minha' } }, { storeId })
    expect((await app.call(owner, readInvitations, {}, { storeId })).data).toEqual([])
    expect((await app.call(root, readMyInvitations, {})).data).toEqual([])
    await app.call(root, leaveStore, {})
    expect((await app.call(root, readMyAccess, {})).data).toEqual([])
    expect((await board()).body.error).toBe('store/not-found')
  })

  test('does the ordinary work of the store: it confirms an order and pauses an item', async () => {
    const orderId = await place(root)
    expect((await board()).status).toBe(200)
    const confirmed = await app.call(root, confirmOrder, { params: { orderId }, body: {} }, { storeId })
    expect(confirmed.status).toBe(200)
    const item = { category: 'Massas', name: 'Nhoque', priceCents: 4_290 }
    const { id } = (await app.call(root, addMenuItem, { body: item }, { storeId, key: randomUUID() })).data
    const pause = { params: { itemId: id }, body: { until: 'tomorrow' } } as const
    expect((await app.call(root, pauseMenuItem, pause, { storeId })).status).toBe(200)
  })

  test('may do the same outside of the store: it founds one of its own', async () => {
    await app.call(root, leaveStore, {})
    const own = allRoutes.find((route) => route.name === 'startFreeTier')
    if (!own) throw new Error('startFreeTier')
    expect((await ask(root, own)).status).toBe(200)
  })
})

test('after its entry no call finds the store', async () => {
  await app.call(root, leaveStore, {})
  const bound = allRoutes.filter(
    ({ access, envelope }) =>
      !['public', 'user', 'agent'].includes(access.kind) && envelope !== 'stream' && envelope !== 'file',
  )
  expect(bound.length).toBeGreaterThan(100)
  for (const route of bound) {
    expect((await ask(root, route)).body.error, route.name).toBe('store/not-found')
  }
})
