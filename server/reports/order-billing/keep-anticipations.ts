import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import type { Anticipation } from '../../marketplaces/ledger.ts'

/** Where a part of a statement is kept. */
export interface Kept {
  readonly platform: string
  readonly storeId: string
  readonly merchantId: string
  readonly now: Date
}

/** A known one gets its current state. Returns how many changed. */
export async function keepAnticipations(
  tx: Transaction<Cell>,
  { platform, storeId, merchantId, early, now }: Kept & { readonly early: readonly Anticipation[] },
): Promise<number> {
  if (early.length === 0) return 0
  const rows = early.map((one) => ({ row: uuidv7(), ...one }))
  const { rows: written } = await sql`
    insert into anticipations as a (store_id, id, source, partner_id, merchant_id, period_from, period_to, original_on, paid_on,
        original_cents, fee_cents, cents, status, raw, imported_at)
      select ${storeId}, x.row, ${platform}, x.id, ${merchantId}, x."periodFrom", x."periodTo", x."originalOn", x."paidOn",
        x."originalCents", x."feeCents", x.cents, x.status, x.raw, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row uuid, id text, "periodFrom" date, "periodTo" date,
        "originalOn" date, "paidOn" date, "originalCents" integer, "feeCents" integer, cents integer, status text, raw jsonb)
    on conflict on constraint anticipations_partner_key do update set
      paid_on = excluded.paid_on, original_cents = excluded.original_cents, fee_cents = excluded.fee_cents,
      cents = excluded.cents, status = excluded.status, raw = excluded.raw, imported_at = excluded.imported_at
      where (a.paid_on, a.original_cents, a.fee_cents, a.cents, a.status) is distinct from
        (excluded.paid_on, excluded.original_cents, excluded.fee_cents, excluded.cents, excluded.status)
    returning 1`.execute(tx)
  return written.length
}
