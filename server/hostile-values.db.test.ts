import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../contract/all.ts'
import { placeOrder } from '../contract/orders/orders.ts'
import { headers } from '../contract/shared/headers.ts'
import type { Route } from '../contract/shared/route.ts'
import { testApp, type Person, type TestApp } from './testing/app.ts'
import { examples, type Example, type Target } from './testing/isolation-examples.ts'
import { ownOrder } from './testing/orders.ts'

/** The rooms whose calls take what strangers, networks and people type. The matrix of app.db.test.ts covers access. */
const rooms = /^\/(ads|audit|feeds|notifications|referral|rights|terms|tutorials)|fiscal|Referral/
const routes = allRoutes.filter((route) => rooms.test(route.path) && route.envelope !== 'stream')

/** What no field expects. A long text is within what a body may hold. */
const hostile: readonly (readonly [name: string, value: unknown])[] = [
  ['a NUL', 'a\u0000b'],
  ['half a letter', 'a\uD800b'],
  ['SQL', "x'; drop table stores; --"],
  ['a long text', 'x'.repeat(40_000)],
  ['digits of another script', '９１１１１２２２２'],
  ['an object', { $ne: '' }],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['a truth', true],
]

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

type Part = 'params' | 'query' | 'body'
interface Place {
  readonly part: Part
  readonly keys: readonly (string | number)[]
}

/** Every value of a call's example, and every optional field of its query. */
function placesOf(route: Route, { input }: Example): readonly Place[] {
  const walk = (value: unknown, keys: readonly (string | number)[]): (readonly (string | number)[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => walk(inner, [...keys, key]))
      : [keys]
  const optional = Object.keys((route.query as { shape?: object } | undefined)?.shape ?? {})
  return (['params', 'query', 'body'] as const).flatMap((part) => [
    ...(input[part] ? walk(input[part], []) : []).map((keys) => ({ part, keys })),
    ...(part === 'query' ? optional.map((key) => ({ part, keys: [key] })) : []),
  ])
}

function changed(example: Example, { part, keys }: Place, value: unknown): Example['input'] {
  const input = structuredClone({ ...example.input, [part]: example.input[part] ?? {} })
  let inner = input[part] as Record<string | number, unknown>
  for (const key of keys.slice(0, -1)) inner = inner[key] as Record<string | number, unknown>
  inner[keys.at(-1) ?? ''] = value
  return input
}

function send(route: Route, { params, query, body }: Example['input'], key: string | undefined) {
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wellFormed(text(params?.[name]))),
  )
  const asked = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(wellFormed(text(value)))}`,
  )
  return app.fastify.inject({
    method: route.method,
    url: `/api${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
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

/** An address cannot hold half a letter. */
const wellFormed = (text: string): string => text.toWellFormed()

test.each(routes.map((route) => [route.name, route] as const))(
  'whatever a field of %s contains, the answer is a sentence and no fault',
  async (name, route) => {
    const example = examples[name]?.(target) ?? { input: {} }
    const faults: string[] = []
    for (const place of placesOf(route, example)) {
      for (const [what, value] of hostile) {
        const answer = await send(route, changed(example, place, value), example.key && randomUUID())
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
