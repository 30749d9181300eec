import type { BackfillKinds } from '../db/backfills/run-backfills.ts'
import { fillSalesOfRefunds, recountDays } from '../reports/reports.ts'

/** What a migration may ask for. A kind stays here as long as a database of a supported version may wait for it. */
export const backfillKinds: BackfillKinds = {
  'recount-days': recountDays,
  'sales-of-refunds': fillSalesOfRefunds,
}
