import { allRoutes } from '../../contract/all.ts'
import { examples } from '../../server/testing/isolation-examples.ts'
import { call, count, eachAtOnce, targetOf, type Counts } from './calls.ts'
import { addTenants, canary } from './victims.ts'

const absent = '0198ffff-0000-7000-8000-00000000dead'

/**
 * Every operation, as people of another store, of a lower role and as nobody, on a store that is foreign, absent or
 * their own. A reply that names the victim, or an answer about its store, falls short.
 */
export async function walkMatrix(url: string, ownerUrl: string) {
  const [victim] = await addTenants(ownerUrl, 1, { name: canary })
  const [owner] = await addTenants(ownerUrl, 1)
  const [basic] = await addTenants(ownerUrl, 1, { role: 1 })
  if (!victim || !owner || !basic) throw new Error('no tenants')
  const routes = allRoutes.filter(({ envelope }) => envelope !== 'stream')
  const targets = {
    foreign: victim,
    absent: { ...victim, storeId: absent, orderId: absent, slug: 'nenhuma' },
    own: owner,
  }
  const actors = { owner: owner.token, basic: basic.token, nobody: undefined, forged: 'a.b.c' }
  const statuses: Counts = {}
  const shortfalls: string[] = []
  const cells = routes.flatMap((route) =>
    Object.entries(targets).flatMap(([where, target]) =>
      Object.entries(actors).map(([who, token]) => ({ route, where, target, who, token })),
    ),
  )
  await eachAtOnce(cells, async ({ route, where, target, who, token }) => {
    const example = examples[route.name]?.(targetOf(target))
    if (!example) return
    const scoped = route.access.kind === 'store' ? { storeId: target.storeId } : {}
    const reply = await call(url, route, example, { ...scoped, ...(token === undefined ? {} : { token }) })
    count(statuses, reply.status)
    const name = `${route.name} as ${who} on ${where}: ${String(reply.status)}`
    if (route.access.kind !== 'public' && reply.text.includes(canary))
      shortfalls.push(`${name} names the victim`)
    const bound = !['public', 'user', 'agent'].includes(route.access.kind)
    if (bound && where !== 'own' && reply.status < 400) shortfalls.push(`${name} was answered`)
    if (route.access.kind !== 'public' && (who === 'nobody' || who === 'forged') && reply.status !== 401)
      shortfalls.push(`${name}, not 401`)
    if (reply.status >= 500 || reply.status === 0) shortfalls.push(name)
  })
  return { counts: { cells: cells.length, ...statuses }, shortfalls }
}
