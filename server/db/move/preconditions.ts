import type pg from 'pg'
import { MoveError } from './sessions.ts'

interface Server {
  readonly log: string
  readonly freeSlots: number
  readonly superuser: boolean
  readonly replicates: boolean
  readonly subscribes: boolean
}

/** Row filters of publications. */
const firstVersion = 150_000

/** What would make a move fail half-way, all of it, before anything is written. */
export async function checkServers(source: pg.Client, target: pg.Client): Promise<void> {
  for (const cell of [source, target]) await checkVersion(cell)
  const [old, next] = [await serverOf(source), await serverOf(target)]
  const wrong = [...refusals(old, next)]
  if ((await schemaOf(source)) !== (await schemaOf(target)))
    wrong.push('the cells have different migrations or functions; run `npm run migrate`')
  if (wrong.length > 0) throw new MoveError(wrong.join('\n'))
}

function* refusals(old: Server, next: Server): Generator<string> {
  if (old.log !== 'logical')
    yield `the old cell’s server has wal_level = ${old.log}; set it to logical and restart that server`
  if (old.freeSlots < 3)
    yield 'the old cell’s server needs three free replication slots (max_replication_slots)'
  if (!old.superuser && !old.replicates)
    yield 'the owner of the old cell has to be a superuser, or to have REPLICATION and BYPASSRLS'
  if (!next.superuser && !next.subscribes)
    yield 'the owner of the new cell has to be a superuser, or (PostgreSQL 16) to have pg_create_subscription, BYPASSRLS and to be allowed to set session_replication_role'
}

async function checkVersion(cell: pg.Client): Promise<void> {
  const { rows } = await cell.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  )
  if ((rows[0]?.version ?? 0) < firstVersion)
    throw new MoveError('both cells need PostgreSQL 15 or newer, which filters what it publishes by row')
}

async function serverOf(session: pg.Client): Promise<Server> {
  const { rows } = await session.query<Server>(`
    select current_setting('wal_level') as log,
      current_setting('max_replication_slots')::integer
        - (select count(*)::integer from pg_replication_slots) as "freeSlots",
      r.rolsuper as superuser, r.rolreplication and r.rolbypassrls as replicates,
      r.rolbypassrls and has_parameter_privilege('session_replication_role', 'set')
        and exists (select from pg_roles p where p.rolname = 'pg_create_subscription' and pg_has_role(p.oid, 'member'))
        as subscribes
    from pg_roles r where r.rolname = current_user`)
  const [server] = rows
  if (!server) throw new MoveError('the role of the address is unknown')
  return server
}

async function schemaOf(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ schema: string }>(`
    select string_agg(name || ' ' || sha256, ',' order by name) as schema
    from (select name, sha256 from schema_migrations union all select name, sha256 from schema_functions) s`)
  return rows[0]?.schema ?? ''
}
