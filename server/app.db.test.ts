import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleMeets, type RoleName } from '../contract/shared/access.ts'
import { allRoutes } from '../contract/all.ts'
import { createGroup } from '../contract/groups/groups.ts'
import { placeOrder } from '../contract/orders/orders.ts'
import { enterStore } from '../contract/identity/support.ts'
import type { Route, Sent } from '../contract/shared/route.ts'
import { testApp, type Answer, type Person, type TestApp } from './testing/app.ts'
import { examples, type Target } from './testing/isolation-examples.ts'
import { ownOrder } from './testing/orders.ts'

const canary = 'CANARIO'
const absentId = '0198ffff-0000-7000-8000-00000000dead'

interface Actor {
  readonly name: string
  readonly person: Person | null
  readonly roles: Readonly<Record<string, RoleName>>
  /** A session that no longer counts. */
  readonly ended: boolean
}

let app: TestApp
let actors: readonly Actor[]
let targets: Readonly<Record<'own' | 'sibling' | 'foreign' | 'absent' | 'malformed', Target>>
let foreignOwner: Person

beforeAll(async () => {
  app = await testApp({ ROOT_USER_IDS: 'root-person' })
  const own = await app.addStore({ name: 'Própria', slug: 'propria' })
  const sibling = await app.addStore({ name: 'Irmã', slug: 'irma' })
  const foreign = await app.addStore({ name: `${canary} loja`, slug: 'alheia' })
  const person = (name: string, roles: Readonly<Record<string, RoleName>>) =>
    app.addPerson(name, roles).then((made) => ({ name, person: made, roles, ended: false }))
  const owner = await person('owner', { [own]: 'owner' })
  const both = await person('both', { [own]: 'owner', [sibling]: 'owner' })
  const stranger = await person('stranger', { [foreign]: 'owner' })
  foreignOwner = stranger.person
  const gone = await app.addPerson('ex-member', { [own]: 'owner' })
  const disabled = await app.addPerson('disabled', { [own]: 'owner' })
  const revoked = await app.addPerson('revoked', { [own]: 'owner' })
  const owned = new pg.Client({ connectionString: app.directoryUrl })
  await owned.connect()
  await owned.query('delete from access_entries where uid = $1', [gone.uid])
  await owned.query('update users set disabled_at = now() where uid = $1', [disabled.uid])
  await owned.query('update sessions set revoked_at = now() where id = $1', [revoked.sessionId])
  await owned.end()
  const root = await rootPerson()
  await app.call(root, enterStore, { body: { storeId: own, reason: 'Chamado 1' } })
  actors = [
    { name: 'anonymous', person: null, roles: {}, ended: true },
    await person('basic', { [own]: 'basic' }),
    await person('manager', { [own]: 'manager' }),
    owner,
    both,
    stranger,
    { name: 'ex-member', person: gone, roles: {}, ended: false },
    { name: 'disabled', person: disabled, roles: {}, ended: true },
    { name: 'revoked', person: revoked, roles: {}, ended: true },
    {
      name: 'root',
      person: root,
      // The store that support is in, and no other.
      roles: { [own]: 'owner' },
      ended: false,
    },
  ]
  const place = async (caller: Person, storeId: string, name: string) =>
    (
      await app.call(
        caller,
        placeOrder,
        { body: ownOrder({ customer: { name, phone: null } }) },
        { storeId, key: randomUUID() },
      )
    ).data.id
  const group = async (caller: Person, storeId: string, name: string, slug: string) =>
    (await app.call(caller, createGroup, { body: { name, slug, storeIds: [storeId] } })).data.id
  targets = {
    own: {
      storeId: own,
      slug: 'propria',
      orderId: await place(owner.person, own, 'Ana'),
      groupId: await group(owner.person, own, 'Meu', 'meu-grupo'),
      groupSlug: 'meu-grupo',
    },
    sibling: {
      storeId: sibling,
      slug: 'irma',
      orderId: await place(both.person, sibling, 'Bia'),
      groupId: await group(both.person, sibling, 'Irmão', 'grupo-irmao'),
      groupSlug: 'grupo-irmao',
    },
    foreign: {
      storeId: foreign,
      slug: 'alheia',
      orderId: await place(foreignOwner, foreign, `${canary} cliente`),
      groupId: await group(foreignOwner, foreign, `${canary} grupo`, 'grupo-alheio'),
      groupSlug: 'grupo-alheio',
    },
    absent: {
      storeId: absentId,
      slug: 'nao-existe',
      orderId: absentId,
      groupId: absentId,
      groupSlug: 'nao-existe',
    },
    malformed: { storeId: 'x', slug: 'X', orderId: 'x', groupId: 'x', groupSlug: 'X' },
  }
})
afterAll(() => app.close())

async function rootPerson(): Promise<Person> {
  const sessionId = randomUUID()
  const at = new Date()
  await app.db
    .insertInto('users')
    .values({ uid: 'root-person', email: 'root@balcao.example', name: 'Root' })
    .execute()
  await app.db
    .insertInto('sessions')
    .values({
      id: sessionId,
      uid: 'root-person',
      signed_in_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
      second_factor: true,
    })
    .execute()
  return {
    uid: 'root-person',
    sessionId,
    token: await app.deps.keyring.sign({ uid: 'root-person', sessionId, version: 1, signedInAt: at }, at),
  }
}

const ask = (actor: Actor, route: Route, target: Target): Promise<Answer<Route>> => {
  const example = examples[route.name]?.(target)
  if (!example) throw new Error(`no example for ${route.name}`)
  const storeScoped = route.access.kind === 'store'
  return app.call(actor.person, route, example.input as Sent<Route>, {
    ...(storeScoped ? { storeId: target.storeId } : {}),
    ...(example.key ? { key: example.key } : {}),
  })
}

const asked = () => allRoutes.filter((route) => route.envelope !== 'stream')
/** Calls of people: an agent's token is of one store and tested beside its room. */
const storeBound = () => asked().filter((route) => !['public', 'user', 'agent'].includes(route.access.kind))
const groupBound = () =>
  asked().filter((route) =>
    ['updateGroup', 'deleteGroup', 'readGroup', 'readGroupBySlug', 'readGroupDay'].includes(route.name),
  )

/** What the contract says must happen before the handler runs; null: it runs. */
function refusal(
  actor: Actor,
  route: Route,
  which: keyof typeof targets,
): readonly [number, string | null] | null {
  if (which === 'malformed') return actor.ended ? [401, null] : [400, 'validation/invalid']
  if (actor.ended) return [401, null]
  const role = actor.roles[targets[which].storeId]
  if (!role) return [404, 'store/not-found']
  // The examples concern another person; concerning oneself any member of the team may call.
  const ofOthers = ['checkAccess', 'removeAccess'].includes(route.name)
  const minimum = ofOthers ? 'manager' : 'role' in route.access ? route.access.role : 'basic'
  if (!roleMeets(role, minimum)) return [403, 'permission/denied']
  return actor.name === 'root' && route.leavesBehind ? [403, 'support/leaves-behind'] : null
}

describe('every route of the contract', () => {
  test('is served once, and /api has no other calls', () => {
    const printed = app.fastify.printRoutes({ commonPrefix: false })
    for (const route of allRoutes) {
      expect(
        app.fastify.hasRoute({
          method: route.method,
          url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`,
        }),
        route.name,
      ).toBe(true)
    }
    expect(printed).toContain('openapi.json')
  })

  test('has an example in the isolation matrix and is in the OpenAPI document', async () => {
    const document = (await app.fastify.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    for (const route of allRoutes) {
      expect(examples[route.name], route.name).toBeDefined()
      expect(document.paths[`/api${route.path}`]?.[route.method.toLowerCase()]?.operationId).toBe(route.name)
    }
  })

  test('rejects a signed-out caller, an ended session and a disabled user, unless it is public', async () => {
    for (const route of asked().filter((one) => one.access.kind !== 'public')) {
      for (const actor of actors.filter((one) => one.ended)) {
        const answer = await ask(actor, route, targets.own)
        expect(answer.status, `${route.name} as ${actor.name}`).toBe(401)
      }
    }
  })

  test('rejects an unknown field and names it', async () => {
    const owner = actors.find((actor) => actor.name === 'owner')
    for (const route of asked().filter((one) => one.body && one.access.kind !== 'agent')) {
      const example = examples[route.name]?.(targets.own)
      const input = { ...example?.input, body: { ...example?.input.body, surprise: true } }
      const answer = await app.call(owner?.person ?? null, route, input as Sent<Route>, {
        storeId: targets.own.storeId,
        key: randomUUID(),
      })
      expect([answer.status, answer.body.details?.map((detail) => detail.path)], route.name).toEqual([
        400,
        ['surprise'],
      ])
    }
  })
})

describe('isolation between stores', () => {
  // The own store last: its calls succeed, and change what later ones find.
  test.each(['foreign', 'absent', 'own'] as const)(
    'every route × actor on a store that is %s returns what the contract’s access says and leaks no data of the other tenant',
    async (which) => {
      const before = await victimRows()
      let cells = 0
      for (const route of storeBound()) {
        // What a file holds is tested beside its room.
        if (which === 'own' && route.envelope === 'file') continue
        for (const actor of actors) {
          // The other tenant's owner may act there, so it is no intrusion.
          if (which === 'foreign' && actor.roles[targets.foreign.storeId]) continue
          const answer = await ask(actor, route, targets[which])
          const where = `${route.name} as ${actor.name} on ${which}: ${JSON.stringify(answer.body)}`
          const expected = refusal(actor, route, which)
          cells += 1
          if (expected) {
            expect(answer.status, where).toBe(expected[0])
            if (expected[1]) expect(answer.body.error, where).toBe(expected[1])
          } else {
            expect([401, 403], where).not.toContain(answer.status)
            expect(answer.body.error, where).not.toBe('store/not-found')
            expect(answer.status, where).toBeLessThan(500)
          }
          expect(JSON.stringify(answer.body), where).not.toContain(canary)
        }
      }
      expect(await victimRows()).toEqual(before)
      expect(cells).toBeGreaterThan(800)
    },
  )

  test('a foreign store and an absent one are indistinguishable', async () => {
    const owner = actors.find((actor) => actor.name === 'owner')
    for (const route of storeBound()) {
      if (!owner) throw new Error('owner')
      const [foreign, absent] = [
        await ask(owner, route, targets.foreign),
        await ask(owner, route, targets.absent),
      ]
      const strip = (answer: Answer<Route>) => ({ ...answer.body, requestId: '' })
      expect([foreign.status, strip(foreign)], route.name).toEqual([absent.status, strip(absent)])
    }
  })

  test('an order of another store is not found in the own one, for any call', async () => {
    const owner = actors.find((actor) => actor.name === 'owner')
    for (const route of storeBound().filter((one) => one.path.includes('{orderId}'))) {
      const mixed = { ...targets.foreign, storeId: targets.own.storeId }
      if (!owner) throw new Error('owner')
      expect((await ask(owner, route, mixed)).body.error, route.name).toBe('order/not-found')
    }
  })

  test('a selection that contains a foreign store is rejected as a whole', async () => {
    const owner = actors.find((actor) => actor.name === 'owner')
    for (const route of storeBound().filter((one) => one.access.kind === 'selection')) {
      const both = { ...targets.own, storeId: `${targets.own.storeId},${targets.foreign.storeId}` }
      if (!owner) throw new Error('owner')
      expect((await ask(owner, route, both)).body.error, route.name).toBe('store/not-found')
    }
  })

  test('groups of other tenants are not found, by id or by slug, and lists contain own ones only', async () => {
    for (const route of groupBound()) {
      for (const actor of actors.filter(
        (one) => one.person && !one.ended && !one.roles[targets.foreign.storeId],
      )) {
        const foreign = await ask(actor, route, targets.foreign)
        const absent = await ask(actor, route, targets.absent)
        expect([foreign.status, foreign.body.error], `${route.name} as ${actor.name}`).toEqual(
          actor.name === 'root' && route.leavesBehind
            ? [403, 'support/leaves-behind']
            : [404, 'group/not-found'],
        )
        expect(absent.body.message).toBe(foreign.body.message)
      }
    }
    for (const route of asked().filter((one) =>
      ['readMyGroups', 'readMyStores', 'readMyAccess'].includes(one.name),
    )) {
      for (const actor of actors.filter((one) => one.person && !one.ended && one.name !== 'stranger')) {
        expect(JSON.stringify((await ask(actor, route, targets.own)).body)).not.toContain(canary)
      }
    }
  })

  test('a user id that is not the token’s is rejected and audited', async () => {
    const owner = actors.find((actor) => actor.name === 'owner')
    const route = allRoutes.find((one) => one.name === 'readMyUser')
    if (!owner?.person || !route) throw new Error('owner')
    const forged = await app.call({ ...owner.person, uid: foreignOwner.uid }, route, {} as Sent<Route>)
    expect([forged.status, forged.body.error]).toEqual([401, 'auth/user-mismatch'])
    const client = new pg.Client({ connectionString: app.ownerUrl })
    await client.connect()
    const rows = await client.query(
      "select actor_uid, subject from audit_entries where action = 'identity/forged-user-id'",
    )
    await client.end()
    expect(rows.rows).toContainEqual({ actor_uid: owner.person.uid, subject: foreignOwner.uid })
  })
})

describe('the database behind the app', () => {
  /** Look-ups without personal data: which store a slug or a merchant id means. Read before a store is known. */
  const lookUps = [
    ...['menu_slugs', 'old_menu_slugs', 'referral_codes', 'store_places', 'whatsapp_routes'],
    ...['merchant_routes', 'merchant_reservations', 'merchant_route_versions'],
    // Of a cell: which stores have left it.
    'moved_stores',
  ]

  test('forces row-level security on every table with a store, with policies that check both ways', async () => {
    const { rows } = await onOwner(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        coalesce(bool_or(p.polqual is not null or p.polcmd = 'a'), false) as reads,
        coalesce(bool_or(p.polwithcheck is not null), false) as writes,
        coalesce(bool_or(pg_get_expr(p.polqual, c.oid) = 'true' or pg_get_expr(p.polwithcheck, c.oid) = 'true'), false) as open
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped
        left join pg_policy p on p.polrelid = c.oid
          -- Policies that hold for the app: to everybody, or to a role that it has.
          and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role('balcao_app', r, 'member'))
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      group by c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity`)
    const guarded = rows.filter((row) => !lookUps.includes(String(row.name)))
    expect(guarded.length).toBeGreaterThanOrEqual(18)
    for (const row of guarded)
      expect(row, String(row.name)).toMatchObject({ forced: true, reads: true, writes: true, open: false })
  })

  test('is accessed by a role that owns nothing and cannot bypass row-level security', async () => {
    const role = await sql<{ rolsuper: boolean; rolbypassrls: boolean; owned: number }>`
      select rolsuper, rolbypassrls, (select count(*) from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname in (current_user, session_user)`.execute(app.db)
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0 }])
  })

  test('returns no rows to a statement without a store scope', async () => {
    for (const table of [
      'stores',
      'orders',
      'order_items',
      'order_events',
      'customers',
      'sales_hours',
      'integrations',
      'access_entries',
      'groups',
    ] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })
})

async function victimRows(): Promise<unknown> {
  const hash = (table: string, key: string) =>
    `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t where ${key} = '${targets.foreign.storeId}'`
  const { rows } = await onOwner(
    [
      hash('stores', 'id'),
      hash('orders', 'store_id'),
      hash('order_events', 'store_id'),
      hash('order_items', 'store_id'),
      hash('sales_hours', 'store_id'),
      hash('group_stores', 'store_id'),
      hash('access_entries', 'store_id'),
    ].join(' union all '),
  )
  return rows
}

async function onOwner(text: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(text)
  } finally {
    await client.end()
  }
}
