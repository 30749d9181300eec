import { everyMarketplace, ledgerPlatforms } from '../../../contract/shared/channels.ts'
import { billingSearch, type BillingSearch } from '../frame/report-search.rules.ts'
import { getRouteApi } from '@tanstack/react-router'
import { readOrderBilling, type OrderBilling } from '../../../contract/reports/order-billing.ts'
import { useNow } from '../../browser/clock.ts'
import { Card } from '../../ui/card.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ago, percent } from '../../words/format.ts'
import blocks from '../frame/blocks.module.css'
import { Waterfall, type WaterfallStep } from '../../charts/waterfall.tsx'
import { DeferredSection } from '../frame/deferred-section.tsx'
import { FigureCards } from '../frame/figure-cards.tsx'
import { BillingCollected } from './order-billing-collected.tsx'
import { BillingDifferences } from './order-billing-differences.tsx'
import { BillingOrders } from './order-billing-orders.tsx'
import { BillingPayouts } from './order-billing-payouts.tsx'
import styles from './order-billing-page.module.css'
import { billedOrders, billingSentence, marketplaceShare, partMetrics } from './order-billing.rules.ts'
import { metrics } from '../../../contract/reports/metrics.ts'
import { money } from '../../words/format.ts'
import { comparedName } from '../frame/period-labels.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { useAddress } from '../frame/report-address.ts'
import { BasisWord } from './basis-word.tsx'
import { ReportFrame, ReportSkeleton, type ReportContext } from '../frame/report-frame.tsx'

const route = getRouteApi('/signed-in/reports/orderBilling')
/** Heights of the sections below the cards. */
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
      words={
        <BasisWord basis={basis} onChoose={(next) => change({ basis: next === 'sale' ? undefined : next })} />
      }
      skeleton={<ReportSkeleton cards={5} blocks={heights} />}
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
  return (
    <>
      <p className={blocks.say}>{billingSentence(report)}</p>
      <ImportStatus imported={report.imported} />
      <Cards report={report} />
      <DeferredSection skeleton={<ReportSkeleton blocks={heights} />}>
        {() => (
          <div className={blocks.stack}>
            <div className={blocks.wide}>
              <Steps report={report} />
              <BillingDifferences
                differences={report.differences}
                billed={billedOrders(report.totals)}
                chosen={search.difference}
                onChoose={(difference) => {
                  context.change({ difference, status: undefined })
                  if (difference) showOrders()
                }}
              />
            </div>
            <BillingPayouts report={report} />
            {report.basis === 'sale' ? <BillingCollected report={report} /> : null}
            <div id={ordersId} />
            <BillingOrders
              key={JSON.stringify([context.query, search])}
              report={report}
              search={search}
              question={context.query}
              onFilter={(filter) => context.change({ status: undefined, difference: undefined, ...filter })}
            />
          </div>
        )}
      </DeferredSection>
    </>
  )
}

const ordersId = 'pedidos-do-repasse'

/** The filtered table is far below the button that filters it. */
const showOrders = () =>
  requestAnimationFrame(() => document.getElementById(ordersId)?.scrollIntoView({ block: 'start' }))

/** Age of the partner's ledger, so that amounts do not look more certain than they are. */
function ImportStatus({ imported }: { readonly imported: OrderBilling['imported'] }) {
  const now = useNow(30_000)
  if (!imported) return null
  if (imported.failing.length > 0) {
    return (
      <p className={styles.imported} role="status">
        <Pill tone="warn" icon="alert">
          {everyMarketplace('O', ledgerPlatforms)} não entregou o extrato de {imported.failing.join(', ')};
          tentamos de novo sozinhos.
        </Pill>
      </p>
    )
  }
  return (
    <p className={styles.imported}>
      {imported.at
        ? `Extrato ${everyMarketplace('de', ledgerPlatforms)} lido ${ago(imported.at, now)}.`
        : `O extrato ${everyMarketplace('de', ledgerPlatforms)} está sendo lido pela primeira vez.`}
    </p>
  )
}

function Cards({ report }: { readonly report: OrderBilling }) {
  const { totals, compared } = report
  const none = report.period.comparison.empty || report.period.comparison.kind === 'none'
  const fees = (parts: typeof totals.billed) => parts.commissionCents + parts.paymentFeeCents
  const share = marketplaceShare(totals)
  const of = (all: typeof totals) => (all.statuses.expected === all.orders ? all.estimate : all.billed)
  return (
    <FigureCards
      compared={comparedName(report.period)}
      cards={[
        { name: 'payoutNet', now: totals.netCents, before: none ? null : compared.netCents },
        {
          name: 'gross',
          label: 'Vendido no marketplace',
          now: totals.grossCents,
          before: none ? null : compared.grossCents,
        },
        {
          name: 'payoutCommission',
          label: 'Comissão e taxas',
          now: -fees(of(totals)),
          before: none ? null : -fees(of(compared)),
          more: share === null ? null : <span>o marketplace fica com {percent(share)}</span>,
        },
        {
          name: 'paidToStore',
          now: totals.collectedCents,
          before: none ? null : compared.collectedCents,
        },
      ]}
    />
  )
}

/** From gross sales to the transfer: billed so far, beside the estimate. */
function Steps({ report }: { readonly report: OrderBilling }) {
  const { totals } = report
  const { billed, estimate } = totals
  const spoken = billedOrders(totals)
  const steps: readonly WaterfallStep[] = [
    ...partMetrics.map(([name, metric]): WaterfallStep => ({
      key: metric,
      name: (
        <>
          {metrics[metric].label} <MetricDefinition name={metric} />
        </>
      ),
      value: billed[name],
      kind: name === 'saleCents' ? 'sum' : 'add',
    })),
    {
      key: 'payoutNet',
      name: (
        <>
          {/* The card above also counts our estimates; two sums must not have one name. */}
          {spoken === totals.orders ? metrics.payoutNet.label : 'Líquido já apurado'}{' '}
          <MetricDefinition name="payoutNet" />
        </>
      ),
      value: billed.netCents,
      kind: 'sum',
    },
    {
      key: 'estimate',
      name: 'Nossa estimativa de todos os pedidos',
      value: estimate.netCents,
      kind: 'aside',
    },
  ]
  return (
    <Card>
      <div className={blocks.head}>
        <h2>Do aplicativo ao banco</h2>
        <span className={blocks.small}>
          {spoken === totals.orders
            ? 'todos os pedidos apurados'
            : `${spoken} de ${totals.orders} pedidos apurados`}
        </span>
      </div>
      <Waterfall steps={steps} format={money} />
    </Card>
  )
}
