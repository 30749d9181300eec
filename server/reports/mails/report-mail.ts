import type { ReportMailKind } from '../../../contract/reports/mails.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { Deps } from '../../deps.ts'
import { written } from '../../mail/letter.ts'
import type { Mail } from '../../mail/mail-queue.ts'
import type { Addressee } from './addressees.ts'
import { dailyLetter, readDayOfStore } from './daily-mail.ts'
import { readWeekOfStore, weeklyLetter } from './weekly-mail.ts'

/** The mail of a finished day or week; null when nothing was sold and nothing given back. */
export async function mailOf(
  deps: Deps,
  kind: ReportMailKind,
  day: string,
  to: Addressee & { readonly storeId: string; readonly storeName: string },
): Promise<Mail | null> {
  if (kind === 'daily') {
    const report = await readDayOfStore(deps, to.storeId, day)
    return isEmpty(report) ? null : written(dailyLetter(deps, report, to))
  }
  const days = await readWeekOfStore(deps, to.storeId, day)
  return days.every(isEmpty) ? null : written(weeklyLetter(deps, days, to))
}

const isEmpty = ({ totals }: { readonly totals: Measures }): boolean =>
  totals.received === 0 && totals.refundCents + totals.refundedFeesCents === 0
