import type { QualityReport } from '../../../contract/reports/quality.ts'
import { Card } from '../../ui/card.tsx'
import { count, money, plural } from '../../words/format.ts'
import blocks from '../frame/blocks.module.css'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import styles from './quality-page.module.css'
import { cancelledFromLabels, responsibleLabels, shareOf } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'

/** Reasons of cancelled orders, who caused them, at which stage, and their value. */
export function QualityCancellations({ report }: { readonly report: QualityReport }) {
  const { totals, cancellations } = report
  if (totals.cancelled === 0) {
    return (
      <Card>
        <div className={blocks.head}>
          <h2>
            Cancelamentos <MetricDefinition name="cancellation" />
          </h2>
        </div>
        <p className={styles.quiet}>Nenhum pedido cancelado neste período.</p>
      </Card>
    )
  }
  const orders = (value: number) => plural(value, 'pedido', 'pedidos')
  return (
    <div className={blocks.two}>
      <Card>
        <div className={blocks.head}>
          <h2>
            Por que cancelaram <MetricDefinition name="cancelledMoney" />
          </h2>
          <span className={blocks.small}>
            {orders(totals.cancelled)}, {money(totals.cancelledCents)}
          </span>
        </div>
        <BarList
          rows={cancellations.causes.map((cause) => ({
            key: `${cause.reason ?? ''}/${cause.responsible}`,
            name: cause.reason ?? 'Outros motivos',
            value: cause.orders,
            share: shareOf(cause.orders, totals.cancelled),
            detail: cause.reason === null ? '' : responsibleLabels[cause.responsible].toLowerCase(),
            aside: money(cause.cents),
          }))}
          format={count}
          first={6}
        />
      </Card>
      <Card>
        <div className={blocks.head}>
          <h2>De quem foi e em que etapa</h2>
        </div>
        <ShareBar
          parts={cancellations.responsibles
            .filter((row) => row.orders > 0)
            .map((row) => ({
              key: row.responsible,
              name: responsibleLabels[row.responsible],
              value: row.orders,
              detail: money(row.cents),
            }))}
          format={orders}
        />
        <h3 className={styles.sub}>Etapa em que estava</h3>
        <BarList
          rows={cancellations.stages.map((row) => ({
            key: row.stage,
            name: cancelledFromLabels[row.stage],
            value: row.orders,
            share: shareOf(row.orders, totals.cancelled),
            aside: money(row.cents),
          }))}
          format={count}
        />
      </Card>
    </div>
  )
}
