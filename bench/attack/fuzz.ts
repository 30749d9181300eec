import { allRoutes } from '../../contract/all.ts'
import type { Route } from '../../contract/shared/route.ts'
import { changedInput, hostileValues, placesOf } from '../../server/testing/hostile/inputs.ts'
import { examples, type Example } from '../../server/testing/isolation-examples.ts'
import { call, count, eachAtOnce, targetOf, type Counts } from './calls.ts'
import { addTenants } from './victims.ts'

const more: readonly unknown[] = [
  null,
  '',
  ' ',
  [],
  [[]],
  {},
  0,
  -0.5,
  2 ** 53,
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '275760-09-13',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '\u202eabc',
  'a'.repeat(300),
  '🍕'.repeat(50),
  Array.from({ length: 300 }, (_, index) => index),
  { constructor: { prototype: 1 } },
]
const values: readonly unknown[] = [...hostileValues.map(([, value]) => value), ...more]
const bodies = ['', '{', '[]', 'null', '"a"', '{"a":1,"a":2}', '{"__proto__":{"a":1}}', `${'['.repeat(500)}1`]

/** Stacks, statements and files of ours: no reply may hold one. */
const inside = /\.ts:\d|node_modules|at \w+ \(|select .+ from|syntax error at|violates|PostgresError/i

/** Inputs by their number: the same input for the same number, on every machine. */
export async function fuzz(url: string, ownerUrl: string, inputs: number) {
  const routes = allRoutes.filter(({ envelope, name }) => envelope !== 'stream' && examples[name])
  // Each operation has a store and a person of its own: it may end their session, or their team.
  const tenants = await addTenants(ownerUrl, routes.length)
  const statuses: Counts = {}
  const shortfalls: string[] = []
  await eachAtOnce(Array.from({ length: inputs }).keys(), async (number) => {
    const place = number % routes.length
    const [route, tenant] = [routes[place], tenants[place]]
    if (!route || !tenant) return
    const random = randomOf(number)
    const given = examples[route.name]?.(targetOf(tenant)) ?? { input: {} }
    const { example, raw } = spoilt(route, given, random)
    const reply = await call(url, route, example, {
      token: tenant.token,
      storeId: tenant.storeId,
      ...(raw === undefined ? {} : { raw }),
    })
    count(statuses, reply.status)
    const name = `input ${String(number)} (${route.name}): ${String(reply.status)}`
    if (reply.status >= 500 || reply.status === 0) shortfalls.push(`${name} ${reply.text.slice(0, 120)}`)
    if (reply.status >= 400 && inside.test(reply.text)) shortfalls.push(`${name} shows the inside`)
  })
  const counts: Counts = { inputs, operations: routes.length, ...statuses }
  return { counts, shortfalls }
}

function spoilt(
  route: Route,
  given: Example,
  random: () => number,
): { readonly example: Example; readonly raw?: string } {
  if (given.input.body !== undefined && random() < 0.05)
    return { example: given, raw: bodies[Math.floor(random() * bodies.length)] ?? '' }
  const places = placesOf(route, given)
  let { input } = given
  for (let change = 0; change <= random() * 3 && places.length > 0; change += 1) {
    const place = places[Math.floor(random() * places.length)]
    if (place) input = changedInput(input, place, values[Math.floor(random() * values.length)])
  }
  return { example: { ...given, input } }
}

/** mulberry32: small, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e_37_79_b9
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5)
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
