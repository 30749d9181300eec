import { marketplaceShare } from '../../../contract/reports/marketplace-share.ts'
import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import { billingSearch, type BillingSearch } from '../period/report-search.rules.ts'
import { getRouteApi } from '@tanstack/react-router'
import {
  readOrderBilling,
  type DifferenceKind,
  type OrderBilling,
} from '../../../contract/reports/order-billing.ts'
import { useNow } from '../../browser/clock.ts'
import { Paper } from '../../ui/paper.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ago, count, money, plural } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { Figures } from '../frame/figures.tsx'
import { Section, showSection } from '../frame/section.tsx'
import { BigMoney, ReceiptLines, ReceiptNote, TillRoll, type ReceiptLine } from '../frame/till-roll.tsx'
import { BillingCollected, Couriers } from './order-billing-collected.tsx'
import { BillingDifferences } from './order-billing-differences.tsx'
import { BillingOrders } from './order-billing-orders.tsx'
import { BillingPayouts } from './order-billing-payouts.tsx'
import { MonthStatement } from './month-statement.tsx'
import styles from './order-billing-page.module.css'
import { billedOrders, billingSentence, partMetrics, payday, upcomingDays } from './order-billing.rules.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { useAddress } from '../period/report-address.ts'
import { BasisWord } from './basis-word.tsx'
import { ReportFrame, ReportSkeleton, SectionsSkeleton, type ReportContext } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/orderBilling')
/** Heights of the sections below the head. */
const heights = [330, 300, 620]

/** What the marketplace pays, by order and by week, and where it does not match. */
export function OrderBillingPage() {
  const search = billingSearch({ ...route.useSearch() })
  const change = useAddress()
  const basis = search.basis ?? 'sale'
  const { status, difference } = search
  return (
    <ReportFrame
      title="Repasses"
      route={readOrderBilling}
      search={search}
      own={{ basis, ...(status ? { status } : {}), ...(difference ? { difference } : {}) }}
      filters={basis === 'sale' ? 'weekdays' : 'none'}
      more={
        <BasisWord basis={basis} onChoose={(next) => change({ basis: next === 'sale' ? undefined : next })} />
      }
      skeleton={<ReportSkeleton sections={heights} />}
    >
      {(report, context) => <Blocks report={report} search={search} context={context} />}
    </ReportFrame>
  )
}

interface BlocksProps {
  readonly report: OrderBilling
  readonly search: BillingSearch
  readonly context: ReportContext
}

function Blocks({ report, search, context }: BlocksProps) {
  const choose = (difference: DifferenceKind | undefined) => {
    context.change({ difference, status: undefined })
    if (difference) showSection(ordersId)
  }
  return (
    <div className={blocks.stack}>
      <div className={blocks.top}>
        <Upcoming report={report} />
        <div className={blocks.beside}>
          <p>{billingSentence(report)}</p>
          <ImportStatus imported={report.imported} />
          <Cards report={report} />
          <BillingDifferences
            differences={report.differences}
            billed={billedOrders(report.totals)}
            chosen={search.difference}
            onChoose={choose}
          />
        </div>
      </div>
      <DeferredSection skeleton={<SectionsSkeleton heights={heights} />}>
        {() => (
          <>
            <BillingPayouts report={report} />
            <MonthStatement context={context} />
            <div className={blocks.two}>
              <Steps report={report} />
              {report.basis === 'sale' ? <BillingCollected report={report} /> : null}
            </div>
            <Couriers report={report} />
            <BillingOrders
              id={ordersId}
              report={report}
              search={search}
              question={context.query}
              onFilter={(filter) => context.change({ status: undefined, difference: undefined, ...filter })}
            />
          </>
        )}
      </DeferredSection>
    </div>
  )
}

const ordersId = 'pedidos-do-repasse'

/** How much falls, and when: what an owner opens this page for. */
function Upcoming({ report: { upcoming, stores } }: { readonly report: OrderBilling }) {
  const days = upcomingDays(upcoming)
  const total = days.reduce((sum, day) => sum + day.cents, 0)
  const [next] = days
  return (
    <TillRoll
      head={['Próximos repasses', plural(stores.length, 'loja', 'lojas')]}
      label={metrics.payoutUpcoming.label}
      meaning={<MetricDefinition name="payoutUpcoming" />}
      figure={<BigMoney name="payoutUpcoming" cents={total} closed />}
      tell={
        next === undefined ? (
          'Nada a receber agora.'
        ) : next.day === null ? (
          'A data ainda não saiu no extrato.'
        ) : (
          <>
            O próximo cai <b>{payday(next.day)}</b>
          </>
        )
      }
    >
      <ReceiptLines
        lines={days.slice(0, maxDays).map(({ day, cents }) => ({
          key: day ?? 'sem-data',
          name: day === null ? 'Sem data ainda' : payday(day),
          sum: money(cents),
        }))}
      />
      {days.length > maxDays ? (
        <ReceiptNote>
          E mais {plural(days.length - maxDays, 'dia', 'dias')}, na lista de semanas abaixo.
        </ReceiptNote>
      ) : null}
    </TillRoll>
  )
}

const maxDays = 6

/** Age of the partner's ledger, so that amounts do not look more certain than they are. */
function ImportStatus({ imported }: { readonly imported: OrderBilling['imported'] }) {
  const now = useNow(30_000)
  if (!imported) return null
  if (imported.failing.length > 0) {
    return (
      <Muted size={2} role="status">
        <Pill tone="warn" icon="alert">
          {everyMarketplace('O', ledgerPlatforms)} não entregou o extrato de {imported.failing.join(', ')};
          tentamos de novo sozinhos.
        </Pill>
      </Muted>
    )
  }
  return (
    <Muted size={2}>
      {imported.at
        ? `Extrato ${everyMarketplace('de', ledgerPlatforms)} lido ${ago(imported.at, now)}.`
        : `O extrato ${everyMarketplace('de', ledgerPlatforms)} está sendo lido pela primeira vez.`}
    </Muted>
  )
}

function Cards({ report }: { readonly report: OrderBilling }) {
  const { totals, compared } = report
  const none = report.period.comparison.empty || report.period.comparison.kind === 'none'
  const share = marketplaceShare(totals)
  return (
    <Figures
      figures={[
        { name: 'payoutNet', now: totals.netCents, before: none ? null : compared.netCents },
        {
          name: 'gross',
          label: 'Vendido no marketplace',
          now: totals.grossCents,
          before: none ? null : compared.grossCents,
        },
        {
          name: 'paidToStore',
          now: totals.collectedCents,
          before: none ? null : compared.collectedCents,
        },
        { name: 'marketplaceKeeps', now: share, before: none ? null : marketplaceShare(compared) },
      ]}
    />
  )
}

/** From gross sales to the transfer: billed so far, beside the estimate. */
function Steps({ report }: { readonly report: OrderBilling }) {
  const { totals } = report
  const { billed, estimate } = totals
  const spoken = billedOrders(totals)
  const all = spoken === totals.orders
  return (
    <Section
      title="Do aplicativo ao banco"
      line={
        all ? 'Todos os pedidos apurados' : `${count(spoken)} de ${count(totals.orders)} pedidos apurados`
      }
    >
      <div className={styles.slip}>
        <Paper torn="foot">
          <Muted size={2}>
            {all
              ? 'todos os pedidos apurados'
              : `${count(spoken)} de ${count(totals.orders)} pedidos apurados`}
          </Muted>
          <ReceiptLines
            lines={[
              ...partMetrics.map(([name, metric]): ReceiptLine => ({
                key: metric,
                name: (
                  <>
                    {metrics[metric].label}
                    <MetricDefinition name={metric} />
                  </>
                ),
                sum: money(billed[name]),
                ...(name === 'saleCents' ? { kind: 'sum' as const } : {}),
              })),
              {
                key: 'payoutNet',
                // The figure above also counts our estimates; two sums must not have one name.
                name: all ? metrics.payoutNet.label : 'Líquido já apurado',
                sum: money(billed.netCents),
                kind: 'total',
              },
              {
                key: 'estimate',
                name: 'Nossa estimativa de todos os pedidos',
                sum: money(estimate.netCents),
                kind: 'aside',
              },
            ]}
          />
        </Paper>
      </div>
    </Section>
  )
}
