import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import type { StoresReport, StoresReportRow } from '../../../contract/reports/stores.ts'

/** Change against the store's own mean of earlier periods: 0.12 is 12 % above; null: no history. */
export const againstOwnMean = (row: Pick<StoresReportRow, 'totals' | 'usual'>): number | null =>
  row.usual && row.usual.netCents > 0 ? netCents(row.totals) / row.usual.netCents - 1 : null

/** The fair ranking: by growth against their own past, stores without history last. */
export const fairRanking = (rows: readonly StoresReportRow[]): readonly StoresReportRow[] =>
  rows.toSorted(
    (a, b) =>
      (againstOwnMean(b) ?? -Infinity) - (againstOwnMean(a) ?? -Infinity) ||
      netCents(b.totals) - netCents(a.totals),
  )

/** The part of a selection for one store, so that a chosen channel stays chosen. */
export const selectionOfStore = (selection: string | undefined, storeId: string): string =>
  selection
    ?.split(',')
    .filter((option) => option.split(':')[0]?.toLowerCase() === storeId.toLowerCase())
    .join(',') || storeId

/** Whether the comparable base differs from the totals. */
export const baseDiffers = ({ rows, comparable }: StoresReport): boolean =>
  comparable.stores > 0 && comparable.stores < rows.length
