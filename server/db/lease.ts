import { sql, type Kysely } from 'kysely'
import type { DB } from './tables.generated.ts'

/** True while this holder may do the named work; another takes over when the lease runs out. */
export async function tryLease(
  db: Kysely<DB>,
  name: string,
  forMs: number,
  holder: string,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const got = await sql`
    insert into leases as l (name, holder, until) values (${name}, ${holder}, ${until})
    on conflict on constraint leases_pkey do update set holder = excluded.holder, until = excluded.until
      where l.holder = excluded.holder or l.until < ${now}
    returning name`.execute(db)
  return got.rows.length > 0
}
