import { addDays } from '../../../contract/shared/day.ts'
import { netCents, validOrders } from '../../../contract/reports/metrics/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'
import type { Letter } from '../../mail/letter.ts'
import { sumOf } from '../daily/daily-report.rules.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import { daysText, dayText, many, percentText, weekdayText } from '../frame/report-text.ts'
import { settingsText, type Addressee } from './addressees.ts'
import { readDayOfStore } from './daily-mail.ts'
import { figureLines } from './mail-text.rules.ts'

/** Sums the seven days that end with this one, oldest first. */
export async function readWeekOfStore(
  deps: Deps,
  storeId: string,
  sunday: string,
): Promise<readonly DailyReport[]> {
  const days: DailyReport[] = []
  for (let back = 6; back >= 0; back -= 1) {
    days.push(await readDayOfStore(deps, storeId, addDays(sunday, -back)))
  }
  return days
}

export function weeklyLetter(
  deps: Deps,
  days: readonly DailyReport[],
  to: Addressee & { readonly storeId: string; readonly storeName: string },
): Letter {
  const from = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const totals = sumOf(days.map((day) => day.totals))
  const before = sumOf(days.map((day) => day.compared))
  const ratings = addUp(days.map((day) => day.ratings))
  return {
    recipient: to.email,
    subject: `${to.storeName}: semana de ${daysText(from, last)}`,
    greeting: `Olá, ${to.name}! A semana de ${to.storeName} fechou.`,
    paragraphs: [weekSentence(netCents(totals), netCents(before))],
    tables: [
      {
        title: 'A semana',
        rows: figureLines(
          { measures: totals, ratings },
          before.received === 0
            ? null
            : { measures: before, ratings: addUp(days.map((day) => day.comparedRatings)) },
        ),
      },
      {
        title: 'Dia a dia',
        rows: days.map((day) => ({
          label: `${weekdayText(day.day)}, ${dayText(day.day)}`,
          value: moneyText(netCents(day.totals)),
          remark: many(validOrders(day.totals), 'pedido', 'pedidos'),
        })),
      },
    ],
    button: {
      label: 'Abrir as vendas da semana',
      url: `${publicOrigin(deps.env)}/reports/sale?from=${from}&to=${last}`,
    },
    closing: settingsText(deps),
  }
}

function weekSentence(net: number, before: number): string {
  const said = `De segunda a domingo a loja faturou ${moneyText(net)}`
  if (before <= 0) return `${said}; na semana anterior não houve vendas.`
  const change = net / before - 1
  return Math.abs(change) < 0.005
    ? `${said}, o mesmo que na semana anterior.`
    : `${said}, ${percentText(Math.abs(change))} ${change > 0 ? 'acima' : 'abaixo'} da semana anterior.`
}

const addUp = (all: readonly DailyReport['ratings'][]): DailyReport['ratings'] => ({
  count: all.reduce((sum, one) => sum + one.count, 0),
  sum: all.reduce((sum, one) => sum + one.sum, 0),
})
