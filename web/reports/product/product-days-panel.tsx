import { channelPart } from '../../marks/channel.tsx'
import { useQuery } from '@tanstack/react-query'
import { channelName } from '../../../contract/shared/channels.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { readProductDays, type ProductDays, type ProductRow } from '../../../contract/reports/product.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayShort, money, moneyShort } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Muted } from '../../kit/text.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './product-page.module.css'
import { quantityText } from './product.rules.ts'

/** The report's query, without the parameters of the table. */
export type DaysQuestion = Omit<NonNullable<Sent<typeof readProductDays>['query']>, 'product'>

/** One product over the period: by day, by store, and its price changes. */
export function ProductDaysPanel({
  row,
  question,
}: {
  readonly row: ProductRow
  readonly question: DaysQuestion
}) {
  const query = useQuery(queryFor(readProductDays, { query: { ...question, product: row.key } }))
  if (query.isError && !query.data)
    return (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Skeleton height={300} />
  const days = query.data
  const storeName = new Map(days.stores.map((store) => [store.storeId, store.name]))
  return (
    <div className={styles.panel}>
      <div>
        <h3>Faturamento por dia</h3>
        <DaysChart days={days} />
        {days.pausedDays.length > 0 ? (
          <Muted size={2} className={styles.note}>
            Em pausa em {days.pausedDays.length === 1 ? '1 dia' : `${days.pausedDays.length} dias`} do
            período: {days.pausedDays.slice(0, 6).map(dayShort).join(', ')}
            {days.pausedDays.length > 6 ? ' …' : ''}
          </Muted>
        ) : null}
      </div>
      <div>
        <h3>Por canal</h3>
        <ShareBar
          parts={days.channels.map((channel) => ({
            key: channel.platform,
            ...channelPart(channel.platform),
            value: channel.cents,
            detail: `${quantityText(channel.quantityMilli)} un.`,
          }))}
          format={money}
        />
        {days.stores.length > 1 ? (
          <>
            <h3>Por loja</h3>
            <BarList
              rows={days.stores.map((store) => ({
                key: store.storeId,
                name: store.name,
                value: store.cents,
                detail: `${quantityText(store.quantityMilli)} un.`,
              }))}
              format={money}
              first={5}
            />
          </>
        ) : null}
        {days.prices.length > 0 ? (
          <>
            <h3>Mudanças de preço</h3>
            <Stack as="ul" gap={8} className={styles.prices}>
              {days.prices.map((price) => (
                <li key={`${price.day}${price.storeId}${price.platform}`}>
                  <span>{dayShort(price.day)}</span>
                  <b>
                    {money(price.beforeCents)} → {money(price.afterCents)}
                  </b>
                  <small>
                    {storeName.get(price.storeId) ?? ''} · {channelName(price.platform)}
                  </small>
                </li>
              ))}
            </Stack>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** Longer periods are drawn by week. */
const maxColumns = 62

function DaysChart({ days }: { readonly days: ProductDays }) {
  const columns = columnsOf(days)
  return (
    <ColumnChart
      label={`Faturamento de ${days.name} ${columns.weekly ? 'por semana' : 'por dia'}, em reais`}
      points={columns.points}
      series={[{ name: 'faturamento', values: columns.values }]}
      format={money}
      axis={moneyShort}
      height={200}
    />
  )
}

function columnsOf({ period, days }: ProductDays) {
  const sold = new Map(days.map((day) => [day.day, day.cents]))
  const all: { day: string; cents: number }[] = []
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    all.push({ day, cents: sold.get(day) ?? 0 })
  }
  const weekly = all.length > maxColumns
  const step = weekly ? 7 : 1
  const groups = Array.from({ length: Math.ceil(all.length / step) }, (_, index) =>
    all.slice(index * step, index * step + step),
  )
  return {
    weekly,
    points: groups.map((group) => {
      const first = group[0]?.day ?? period.from
      return {
        label: `${first.slice(8)}/${first.slice(5, 7)}`,
        title: weekly ? `semana de ${dayShort(first)}` : dayShort(first),
      }
    }),
    values: groups.map((group) => group.reduce((sum, one) => sum + one.cents, 0)),
  }
}
