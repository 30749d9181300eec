import type { DailyReport } from '../../../contract/reports/daily.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'
import type { Letter } from '../../mail/letter.ts'
import { readDailyReport } from '../daily/daily-report.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import { dayText, weekdayText } from '../frame/report-text.ts'
import { figureLines } from './mail-text.rules.ts'
import { settingsText, type Addressee } from './addressees.ts'

/** A finished business day of one store, with the figures of the daily report. */
export async function readDayOfStore(deps: Deps, storeId: string, day: string): Promise<DailyReport> {
  return readDailyReport({
    deps,
    now: deps.now(),
    stores: [{ storeId, merchants: null, role: 'manager' }],
    query: { selection: undefined, day, comparison: 'same-weekday-last-week', format: 'json' },
  })
}

export function dailyLetter(
  deps: Deps,
  report: DailyReport,
  to: Addressee & { readonly storeId: string; readonly storeName: string },
): Letter {
  const before = report.comparison.empty
    ? null
    : { measures: report.compared, ratings: report.comparedRatings }
  return {
    recipient: to.email,
    subject: `${to.storeName}: ${weekdayText(report.day)}, ${dayText(report.day)}`,
    greeting: `Olá, ${to.name}! O dia de ${to.storeName} fechou.`,
    paragraphs: [report.sentence],
    tables: [
      {
        title: 'O dia',
        rows: figureLines({ measures: report.totals, ratings: report.ratings }, before),
      },
      ...(report.bestItems.length > 0
        ? [
            {
              title: 'Mais vendidos',
              rows: report.bestItems.slice(0, 5).map((item) => ({
                label: item.name,
                value: `${(item.quantityMilli / 1_000).toLocaleString('pt-BR')}×`,
                remark: moneyText(item.cents),
              })),
            },
          ]
        : []),
    ],
    button: {
      label: 'Abrir o relatório do dia',
      url: `${publicOrigin(deps.env)}/reports/daily?day=${report.day}`,
    },
    closing: settingsText(deps),
  }
}
