import { sql, type Kysely } from 'kysely'
import type { DB } from './tables.generated.ts'

/**
 * Work that one process at a time may do. All times are the database's, so that a process whose clock is wrong
 * neither takes work from another nor holds it for longer.
 */

/** True while this holder may do the named work; another takes over when the lease runs out. */
export async function tryLease(
  db: Kysely<DB>,
  name: string,
  forMs: number,
  holder: string,
): Promise<boolean> {
  const got = await sql`
    insert into leases as l (name, holder, until) values (${name}, ${holder}, ${later(forMs)})
    on conflict on constraint leases_pkey do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or ${isOver(forMs)}
    returning name`.execute(db)
  return got.rows.length > 0
}

export interface Turn {
  readonly name: string
  readonly holder: string
  readonly forMs: number
  /** From the beginning of one run to the next, whichever process runs. */
  readonly everyMs: number
}

/** Takes or renews the lease: the milliseconds until the next run is due, or null while another process holds it. */
export async function timeUntilTurn(db: Kysely<DB>, turn: Turn): Promise<number | null> {
  const { rows } = await sql<{ waitMs: number }>`
    insert into leases as l (name, holder, until) values (${turn.name}, ${turn.holder}, ${later(turn.forMs)})
    on conflict on constraint leases_pkey do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or ${isOver(turn.forMs)}
    returning least(${turn.everyMs}, greatest(0, coalesce(
      ${turn.everyMs}::double precision - extract(epoch from clock_timestamp() - l.last_run_at) * 1000, 0
    )))::double precision as "waitMs"`.execute(db)
  return rows[0]?.waitMs ?? null
}

/** Notes that a run begins, and renews the lease. False: another process has taken over. */
export async function beginTurn(db: Kysely<DB>, turn: Turn): Promise<boolean> {
  const { rows } = await sql`
    update leases set last_run_at = clock_timestamp(), until = ${later(turn.forMs)}
    where name = ${turn.name} and holder = ${turn.holder} returning name`.execute(db)
  return rows.length > 0
}

/** Lets another process take over at once. */
export async function releaseLease(db: Kysely<DB>, name: string, holder: string): Promise<void> {
  await sql`update leases set until = '-infinity' where name = ${name} and holder = ${holder}`.execute(db)
}

const later = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`

/** A lease that ends later than any that begins now is of a time before the clock was set back. */
const isOver = (forMs: number) => sql`(l.until < clock_timestamp() or l.until > ${later(forMs)})`
