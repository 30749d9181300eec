import type { QualityReport } from '../../../contract/reports/quality.ts'
import { count, money, plural } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import blocks from '../frame/blocks.module.css'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import styles from './quality-page.module.css'
import { cancelledFromLabels, responsibleLabels, shareOf } from './quality.rules.ts'
import { MetricDefinition } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'

/** Reasons of cancelled orders, who caused them, at which stage, and their value. */
export function QualityCancellations({ report }: { readonly report: QualityReport }) {
  const { totals, cancellations } = report
  if (totals.cancelled === 0) {
    return (
      <Section
        title="Cancelamentos"
        meaning={<MetricDefinition name="cancellation" />}
        line="Nenhum pedido cancelado"
      >
        <Muted>Nenhum pedido cancelado neste período.</Muted>
      </Section>
    )
  }
  const [most] = cancellations.responsibles.toSorted((a, b) => b.orders - a.orders)
  const orders = (value: number) => plural(value, 'pedido', 'pedidos')
  return (
    <div className={blocks.two}>
      <Section
        title="Por que cancelaram"
        meaning={<MetricDefinition name="cancelledMoney" />}
        line={`${orders(totals.cancelled)}, ${money(totals.cancelledCents)}`}
        tools={
          <span>
            {orders(totals.cancelled)}, {money(totals.cancelledCents)}
          </span>
        }
      >
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
      </Section>
      <Section
        title="De quem foi e em que etapa"
        line={most ? `${responsibleLabels[most.responsible]}: ${orders(most.orders)}` : null}
      >
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
      </Section>
    </div>
  )
}
