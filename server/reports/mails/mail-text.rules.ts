import {
  averageTicketCents,
  cancellationShare,
  metrics,
  netCents,
  onTimeShare,
  ratingMean,
  receivableCents,
  validOrders,
  type MetricName,
} from '../../../contract/reports/metrics/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { type Measures } from '../../../contract/reports/metrics/measures.ts'
import { cellText } from '../../files/cell-text.ts'
import type { CellKind } from '../../files/report-document.ts'
import type { LetterTable } from '../../mail/letter.ts'

export interface Figures {
  readonly measures: Measures
  readonly ratings: DailyReport['ratings']
}

const kinds = {
  cents: 'cents',
  count: 'count',
  share: 'share',
  score: 'score',
  minutes: 'minutes',
} as const satisfies Record<string, CellKind>

const lines: readonly { name: MetricName; of: (figures: Figures) => number | null }[] = [
  { name: 'net', of: ({ measures }) => netCents(measures) },
  { name: 'orders', of: ({ measures }) => validOrders(measures) },
  { name: 'averageTicket', of: ({ measures }) => averageTicketCents(measures) },
  { name: 'cancellation', of: ({ measures }) => cancellationShare(measures) },
  { name: 'onTime', of: ({ measures }) => onTimeShare(measures) },
  { name: 'rating', of: ({ ratings }) => ratingMean(ratings) },
  { name: 'receivable', of: ({ measures }) => receivableCents(measures) },
]

/** The report's cards as lines with value and previous value. `before` null: no comparison. */
export function figureLines(now: Figures, before: Figures | null): LetterTable['rows'] {
  return lines.flatMap(({ name, of }) => {
    const value = of(now)
    if (value === null) return []
    const kind = kinds[metrics[name].unit]
    const was = before ? of(before) : null
    return [
      {
        label: metrics[name].label,
        value: cellText(value, kind, true),
        remark: was === null ? '' : `antes ${cellText(was, kind, true)}`,
      },
    ]
  })
}
