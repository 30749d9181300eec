import {
  averageTicketCents,
  cancellationShare,
  metrics,
  netCents,
  netPerOpenHourCents,
  onTimeShare,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import type { StoresReport, StoresReportRow } from '../../../contract/reports/stores.ts'
import { dayRange, money, plural } from '../../words/format.ts'
import { Figures } from '../frame/figures.tsx'
import { comparedUntil } from '../period/period-labels.ts'
import { Against, Change, MetricDefinition } from '../frame/report-parts.tsx'
import { BigMoney, ReceiptLines, TillRoll, type ReceiptLine } from '../frame/till-roll.tsx'
import { baseDiffers, fairRanking } from './stores.rules.ts'

/** All chosen stores together, and which of them stand out. */
export function StoresRoll({ report }: { readonly report: StoresReport }) {
  const { period, rows, totals, comparable } = report
  const now = netCents(totals.totals)
  const before = compares(report) ? netCents(totals.compared) : 0
  const change = (row: StoresReportRow) => (
    <>
      {row.name} <Change name="net" now={netCents(row.totals)} before={row.usual?.netCents ?? null} />
    </>
  )
  const ranked = fairRanking(rows.filter((row) => row.usual !== null))
  const [most] = rows.toSorted((a, b) => netCents(b.totals) - netCents(a.totals))
  const [grown, fallen] = [ranked[0], ranked.at(-1)]
  const line = (key: string, name: ReceiptLine['name'], sum: ReceiptLine['sum']): ReceiptLine => ({
    key,
    name,
    sum,
  })
  return (
    <TillRoll
      head={[dayRange(period.from, period.to), plural(rows.length, 'loja', 'lojas')]}
      label={metrics.net.label}
      meaning={<MetricDefinition name="net" />}
      figure={<BigMoney name="net" cents={now} closed={!period.running} />}
      tell={
        before > 0 ? (
          <Against name="net" now={now} before={before} text={comparedUntil(period)} />
        ) : (
          'Sem vendas para comparar.'
        )
      }
    >
      <ReceiptLines
        lines={[
          ...(most && rows.length > 1 ? [line('most', 'Mais vendeu', most.name)] : []),
          ...(grown && fallen && grown !== fallen
            ? [
                line('grown', 'Melhor contra a média', change(grown)),
                line('fallen', 'Pior contra a média', change(fallen)),
              ]
            : []),
          ...(baseDiffers(report)
            ? [
                line(
                  'comparableBase',
                  <>
                    {plural(comparable.stores, 'loja vendeu', 'lojas venderam')} nos dois períodos
                    <MetricDefinition name="comparableBase" />
                  </>,
                  <>
                    {money(netCents(comparable.totals))}{' '}
                    <Change
                      name="comparableBase"
                      now={netCents(comparable.totals)}
                      before={netCents(comparable.compared)}
                    />
                  </>,
                ),
              ]
            : []),
        ]}
      />
    </TillRoll>
  )
}

export function StoresFigures({ report }: { readonly report: StoresReport }) {
  const { totals: now, compared, openMinutes } = report.totals
  const before = compares(report) ? compared : null
  return (
    <Figures
      figures={[
        { name: 'orders', now: validOrders(now), before: before && validOrders(before) },
        { name: 'averageTicket', now: averageTicketCents(now), before: before && averageTicketCents(before) },
        {
          name: 'netPerOpenHour',
          label: 'Venda por hora aberta',
          now: netPerOpenHourCents(now, openMinutes),
          before: null,
        },
        { name: 'cancellation', now: cancellationShare(now), before: before && cancellationShare(before) },
        { name: 'onTime', now: onTimeShare(now), before: before && onTimeShare(before) },
      ]}
    />
  )
}

const compares = ({ period: { comparison } }: StoresReport): boolean =>
  comparison.kind !== 'none' && !comparison.empty
