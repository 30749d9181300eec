import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DaySoFar } from '../../contract/home/home.ts'
import { readForecast } from '../../contract/reports/forecast.ts'
import { queryFor } from '../api/query.ts'
import { StoreWords } from '../stores/store-words.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Said, Sentence } from '../ui/sentence/sentence.tsx'
import { clockTime, count, moneyShort } from '../words/format.ts'
import { ChangeText } from './change-text.tsx'
import { comparedDay } from './home-words.rules.ts'
import { TodayHours } from './today-hours.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './today-total.module.css'

/** What all chosen stores sold today, large, beside what it is judged by; for a basic user the orders under way. */
export function TodayTotal({
  today,
  running,
  generatedAt,
  requested,
}: {
  /** Null below manager. */
  readonly today: DaySoFar | null
  readonly running: number
  readonly generatedAt: string
  readonly requested: { readonly selection?: string }
}) {
  return (
    <section className={styles.total} aria-label="Hoje">
      <Sentence title="Agora" see="Ver agora">
        <Said strong>{today ? 'Vendido hoje' : 'Em andamento'}</Said>
        <StoreWords minimum="basic" />
      </Sentence>
      {today ? (
        <Sold today={today} generatedAt={generatedAt} requested={requested} />
      ) : (
        <Link to="/menu/orders" className={styles.open}>
          <b className={styles.figure}>{count(running)}</b>
          <span className={styles.beside}>{running === 1 ? 'pedido agora' : 'pedidos agora'}</span>
        </Link>
      )}
    </section>
  )
}

function Sold({
  today,
  generatedAt,
  requested,
}: {
  readonly today: DaySoFar
  readonly generatedAt: string
  readonly requested: { readonly selection?: string }
}) {
  const compares = today.comparedDays > 0 && today.comparedNetCents > 0
  const time = clockTime(generatedAt, today.timezone)
  return (
    <>
      <Link to="/reports/daily" className={styles.open}>
        <b className={styles.figure} data-metric="net-now">
          <i>R$</i>
          {'\u00a0'}
          {moneyShort(today.netCents).replace('R$\u00a0', '')}
        </b>
        <Hidden>. Ver o relatório do dia</Hidden>
      </Link>
      <p className={styles.beside}>
        até as {time}{' '}
        {compares ? (
          <>
            <ChangeText now={today.netCents} before={today.comparedNetCents} filled /> contra{' '}
            {comparedDay(today.day)}
          </>
        ) : null}
      </p>
      <div className={styles.hours}>
        <TodayHours
          hours={today.hours}
          label={`Vendas por hora${compares ? `; o traço é ${comparedDay(today.day)}` : ''}`}
        />
        <Muted size={2} className={styles.note}>
          {compares ? <span className={styles.legend}>O traço é {comparedDay(today.day)}. </span> : null}
          <Closing requested={requested} />
        </Muted>
      </div>
    </>
  )
}

/** Where the day will probably close, in one sentence, if the forecast is good enough to be shown. */
function Closing({ requested }: { readonly requested: { readonly selection?: string } }) {
  const { data } = useQuery({
    ...queryFor(readForecast, { query: requested }, { afterPaint: true }),
    staleTime: 300_000,
    retry: false,
  })
  if (!data?.shown || data.shown.rest.netCents <= 0) return null
  return `Hoje deve fechar perto de ${roundMoney(data.shown.soldCents + data.shown.rest.netCents)}.`
}

/** A guess to the real would pretend to know: `R$ 37 mil`, `R$ 1.900`. */
function roundMoney(cents: number): string {
  const reais = cents / 100
  return reais < 10_000
    ? moneyShort(Math.round(reais / 100) * 10_000)
    : `R$\u00a0${count(Math.round(reais / 1_000))}\u00a0mil`
}
