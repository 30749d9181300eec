import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../contract/all.ts'
import { placeOrder } from '../contract/orders/orders.ts'
import { headers } from '../contract/shared/headers.ts'
import type { Route } from '../contract/shared/route.ts'
import { testApp, type Person, type TestApp } from './testing/app.ts'
import { addressOf, changedInput, hostileValues, placesOf } from './testing/hostile/inputs.ts'
import { examples, type Example, type Target } from './testing/isolation-examples.ts'
import { ownOrder } from './testing/orders.ts'

/** The rooms whose calls take what strangers, networks and people type. The matrix of app.db.test.ts covers access. */
const rooms = /^\/(ads|audit|feeds|notifications|referral|rights|terms|tutorials)|fiscal|Referral/
const routes = allRoutes.filter((route) => rooms.test(route.path) && route.envelope !== 'stream')

let app: TestApp
let owner: Person
let target: Target
beforeAll(async () => {
  app = await testApp()
  const storeId = await app.addStore({ name: 'Brasa', slug: 'brasa' })
  owner = await app.addPerson('owner', { [storeId]: 'owner' })
  const placed = await app.call(
    owner,
    placeOrder,
    { body: ownOrder({ customer: { name: 'Ana', phone: '+5511911112222' } }) },
    { storeId, key: randomUUID() },
  )
  target = {
    storeId,
    slug: 'brasa',
    orderId: placed.data.id,
    groupId: randomUUID(),
    groupSlug: 'grupo',
  }
})
afterAll(() => app.close())

function send(route: Route, input: Example['input'], key: string | undefined) {
  const { body } = input
  return app.fastify.inject({
    method: route.method,
    url: `/api${addressOf(route, input)}`,
    headers: {
      [headers.userToken]: owner.token,
      [headers.userId]: owner.uid,
      [headers.storeId]: target.storeId,
      ...(key ? { [headers.idempotencyKey]: key } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
}

test.each(routes.map((route) => [route.name, route] as const))(
  'whatever a field of %s contains, the answer is a sentence and no fault',
  async (name, route) => {
    const example = examples[name]?.(target) ?? { input: {} }
    const faults: string[] = []
    for (const place of placesOf(route, example)) {
      for (const [what, value] of hostileValues) {
        const answer = await send(
          route,
          changedInput(example.input, place, value),
          example.key && randomUUID(),
        )
        const where = `${place.part}.${place.keys.join('.')} with ${what}: ${String(answer.statusCode)}`
        if (answer.statusCode >= 500) faults.push(where)
        else if (answer.statusCode >= 400) {
          const { error, message } = answer.json<{ error?: string; message?: string }>()
          if (!error || !message || /[{}<>]|undefined|null/.test(message))
            faults.push(`${where} ${String(message)}`)
        }
      }
    }
    expect(faults).toEqual([])
  },
)
