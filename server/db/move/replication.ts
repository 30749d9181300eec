import pg from 'pg'
import type { MovedTable } from './moved-tables.ts'
import { MoveError, rest } from './sessions.ts'

/** The publication, slot and subscription of a chain; the publication of what is only appended has `_log` behind it. */
export const replicationName = (chain: string): string => `balcao_move_${chain.replaceAll('-', '')}`

/** In the old cell: rows of these stores, from now on. */
export async function publish(
  source: pg.Client,
  name: string,
  tables: readonly MovedTable[],
  storeIds: readonly string[],
): Promise<void> {
  const ids = storeIds.map((id) => pg.escapeLiteral(id)).join(', ')
  const filtered = (appended: boolean) =>
    tables
      .filter((table) => table.appended === appended)
      .map((table) => `"${table.name}" where ("${table.by}" in (${ids}))`)
      .join(', ')
  await source.query(`create publication ${name} for table ${filtered(false)}`)
  // A filter on a column that no key has is possible for insertions only.
  await source.query(`create publication ${name}_log for table ${filtered(true)} with (publish = 'insert')`)
  await source.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [name])
}

/** In the new cell: copies the published rows, then follows their changes. */
export async function subscribe(target: pg.Client, name: string, sourceUrl: string): Promise<void> {
  await target.query(
    `create subscription ${name} connection ${pg.escapeLiteral(sourceUrl)} publication ${name}, ${name}_log
     with (create_slot = false, slot_name = '${name}', copy_data = true, synchronous_commit = 'on')`,
  )
}

export async function waitForCopy(
  target: pg.Client,
  name: string,
  { signal, progressed }: { readonly signal: AbortSignal; readonly progressed: (left: number) => void },
): Promise<void> {
  for (;;) {
    const { rows } = await target.query<{ left: number; failed: boolean }>(
      `select (select count(*)::integer from pg_subscription_rel r where r.srsubid = s.oid and r.srsubstate <> 'r') as left,
         exists (select from pg_stat_subscription_stats e
           where e.subid = s.oid and e.apply_error_count + e.sync_error_count > 0) as failed
       from pg_subscription s where s.subname = $1`,
      [name],
    )
    const [state] = rows
    if (!state || state.failed)
      throw new MoveError('PostgreSQL could not copy a row; its server log of the new cell says which')
    if (state.left === 0) return
    signal.throwIfAborted()
    progressed(state.left)
    await rest(100)
  }
}

/** Waits until everything committed in the old cell before now is durable in the new one; false when time is up. */
export async function isDrained(source: pg.Client, name: string, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  // Committed like a writer's transaction: what it waits for is flushed, and everything before.
  await source.query("select pg_logical_emit_message(true, 'balcao', 'move')")
  const { rows } = await source.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  const lsn = rows[0]?.lsn
  for (;;) {
    const { rows: found } = await source.query<{ there: boolean }>(
      'select confirmed_flush_lsn >= $2::pg_lsn as there from pg_replication_slots where slot_name = $1',
      [name, lsn],
    )
    if (found[0]?.there) return true
    if (performance.now() > until) return false
    await rest(3)
  }
}

/**
 * Everything of this name, also what a killed mover left; what is not there is no error. Slots go before the subscription,
 * because dropping it waits for a slot that is still being made, which waits for every open transaction.
 */
export async function dropReplication(source: pg.Client, target: pg.Client, name: string): Promise<void> {
  const { rows } = await target.query<{ oid: string }>(
    `select s.oid::text from pg_subscription s join pg_database d on d.oid = s.subdbid
     where s.subname = $1 and d.datname = current_database()`,
    [name],
  )
  const oid = rows[0]?.oid
  if (oid !== undefined) {
    await target.query(`alter subscription ${name} disable`)
    await endWorkers(target, name)
  }
  const others = await target.query<{ sysid: string; oids: string[] }>(
    `select (select system_identifier::text from pg_control_system()) as sysid,
       array(select oid::text from pg_subscription where subname <> $1) as oids`,
    [name],
  )
  const { sysid = '', oids = [] } = others.rows[0] ?? {}
  await dropSlots(source, (slot) => {
    // Of a table whose copy was cut off, also of a subscription that is gone.
    const [, ofSubscription, ofServer] = /^pg_(\d+)_sync_\d+_(\d+)$/.exec(slot) ?? []
    return (
      slot === name || (ofSubscription !== undefined && ofServer === sysid && !oids.includes(ofSubscription))
    )
  })
  if (oid !== undefined) {
    await target.query(`alter subscription ${name} set (slot_name = none)`)
    await target.query(`drop subscription ${name}`)
  }
  await source.query(`drop publication if exists ${name}, ${name}_log`)
}

const endTries = 400

/** Of a disabled subscription: nothing makes a slot afterwards. */
async function endWorkers(target: pg.Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < endTries; attempt += 1) {
    const { rowCount } = await target.query(
      'select pg_terminate_backend(pid) from pg_stat_subscription where subname = $1 and pid is not null',
      [name],
    )
    if (!rowCount) return
    await rest(25)
  }
  throw new MoveError('a worker of the subscription does not end in the new cell')
}

/** A slot that is in use is let go by the process that ends. */
async function dropSlots(source: pg.Client, isOurs: (slot: string) => boolean): Promise<void> {
  for (let attempt = 0; attempt < endTries; attempt += 1) {
    const { rows } = await source.query<{ slot: string; pid: number | null }>(
      `select slot_name::text as slot, active_pid as pid from pg_replication_slots
       where database = current_database() and slot_type = 'logical'`,
    )
    const ours = rows.filter(({ slot }) => isOurs(slot))
    if (ours.length === 0) return
    for (const { slot, pid } of ours)
      if (pid === null) await source.query('select pg_drop_replication_slot($1)', [slot]).catch(() => {})
      else if (attempt > 8) await source.query('select pg_terminate_backend($1)', [pid])
    await rest(25)
  }
  throw new MoveError('a replication slot of the move is still in use in the old cell')
}
