import { netCents } from '../../../contract/reports/metrics.ts'
import type { StoresReport, StoresReportRow } from '../../../contract/reports/stores.ts'

/** Against its own mean of the periods before: 0.12 is 12 % above; null: it has no past. */
export const againstOwnMean = (row: Pick<StoresReportRow, 'totals' | 'usual'>): number | null =>
  row.usual && row.usual.netCents > 0 ? netCents(row.totals) / row.usual.netCents - 1 : null

/** The fair ranking: by growth against themselves, those without a past last. */
export const fairRanking = (rows: readonly StoresReportRow[]): readonly StoresReportRow[] =>
  rows.toSorted(
    (a, b) =>
      (againstOwnMean(b) ?? -Infinity) - (againstOwnMean(a) ?? -Infinity) ||
      netCents(b.totals) - netCents(a.totals),
  )

/** The part of a selection that is about one store, so that a chosen channel stays chosen. */
export const selectionOfStore = (selection: string | undefined, storeId: string): string =>
  selection
    ?.split(',')
    .filter((option) => option.split(':')[0]?.toLowerCase() === storeId.toLowerCase())
    .join(',') || storeId

/** Whether the comparable base says anything that the totals do not. */
export const baseDiffers = ({ rows, comparable }: StoresReport): boolean =>
  comparable.stores > 0 && comparable.stores < rows.length
