import { channelName, platforms } from '../../../contract/shared/channels.ts'
import { averageTicketCents, netCents, validOrders } from '../../../contract/reports/metrics.ts'
import { paymentName } from '../../../contract/orders/payment-methods.ts'
import { orderTypes } from '../../../contract/orders/kinds.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { choose } from '../../stores/selection.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { count, money, plural } from '../../words/format.ts'
import { Bridge } from './bridge.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import styles from './daily-report-page.module.css'
import { Change } from '../frame/report-parts.tsx'

/** The sections below the day's figures. */
export function DayBlocks({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  return (
    <>
      <div className={styles.cols}>
        <Bridge totals={report.totals} />
        <Channels report={report} />
        <Payments report={report} />
      </div>
      <div className={`${styles.cols} ${styles.four}`}>
        <Items report={report} />
        <FallingItems report={report} />
        <Districts report={report} />
        <Customers report={report} />
      </div>
      <Stores report={report} compared={compared} />
    </>
  )
}

const ticketLabels = (cents: number | null): string => (cents === null ? '' : ` · ticket ${money(cents)}`)

/** A fixed order, so that each name keeps its colour. */
const inOrder = <Key extends string, Row extends Readonly<Record<Key, string>>>(
  rows: readonly Row[],
  key: Key,
  order: readonly string[],
): readonly Row[] => rows.toSorted((a, b) => order.indexOf(a[key]) - order.indexOf(b[key]))

function Channels({ report }: { readonly report: DailyReport }) {
  const own = report.channels.find((channel) => channel.platform === 'balcao')
  return (
    <Card>
      <h2>De onde vieram</h2>
      <ShareBar
        format={money}
        empty="Sem vendas ainda."
        parts={inOrder(report.channels, 'platform', platforms).map(({ platform, totals }) => ({
          key: platform,
          name: channelName(platform),
          value: netCents(totals),
          detail: `${plural(validOrders(totals), 'pedido', 'pedidos')}${ticketLabels(averageTicketCents(totals))}`,
        }))}
      />
      {own ? (
        <p className={styles.aside}>
          O canal próprio rendeu {money(netCents(own.totals))} sem taxa de marketplace.
        </p>
      ) : null}
      <h2>Tipo de pedido</h2>
      <ShareBar
        format={money}
        empty="Sem vendas ainda."
        parts={inOrder(report.types, 'type', orderTypes).map(({ type, totals }) => ({
          key: type,
          name: orderTypeNames[type],
          value: netCents(totals),
          detail: plural(validOrders(totals), 'pedido', 'pedidos'),
        }))}
      />
    </Card>
  )
}

function Payments({ report }: { readonly report: DailyReport }) {
  const total = report.payments.reduce((sum, payment) => sum + payment.cents, 0)
  return (
    <Card>
      <h2>Formas de pagamento</h2>
      <BarList
        format={money}
        empty="Nada recebido ainda."
        rows={report.payments.map(({ method, prepaid, orders, cents }) => ({
          key: `${method}-${String(prepaid)}`,
          name: paymentName(method, prepaid),
          value: cents,
          share: total > 0 ? cents / total : null,
          detail: `${plural(orders, 'pagamento', 'pagamentos')}${prepaid ? '' : ' na entrega ou no balcão'}`,
        }))}
      />
    </Card>
  )
}

function Districts({ report }: { readonly report: DailyReport }) {
  const total = netCents(report.totals)
  return (
    <Card>
      <h2>Por bairro</h2>
      <BarList
        format={money}
        first={5}
        empty="Nenhuma entrega ainda."
        rows={report.districts.map((district) => ({
          key: district.key,
          name: district.name,
          value: district.netCents,
          share: total > 0 ? district.netCents / total : null,
          detail: plural(district.orders, 'pedido', 'pedidos'),
        }))}
      />
    </Card>
  )
}

/** One row per store with a tick at the compared value; its name opens that store alone. */
function Stores({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const rows = report.stores.toSorted((a, b) => netCents(b.totals) - netCents(a.totals))
  return (
    <Card>
      <div className={styles.head}>
        <h2>Por loja</h2>
        {report.comparison.empty ? null : <span className={styles.small}>traço: {compared}</span>}
      </div>
      <BarList
        format={money}
        wide
        first={12}
        rows={rows.map((row) => ({
          key: row.storeId,
          name:
            rows.length === 1 ? (
              row.name
            ) : (
              <Button
                variant="ghost"
                className={styles.openStore ?? ''}
                onClick={() => choose({ storeId: row.storeId })}
              >
                {row.name}
              </Button>
            ),
          value: netCents(row.totals),
          compared: report.comparison.empty ? null : netCents(row.compared),
          detail: `${plural(validOrders(row.totals), 'pedido', 'pedidos')}${ticketLabels(averageTicketCents(row.totals))}`,
          aside: report.comparison.empty ? null : (
            <Change name="net" now={netCents(row.totals)} before={netCents(row.compared)} />
          ),
        }))}
      />
    </Card>
  )
}

function Items({ report }: { readonly report: DailyReport }) {
  return (
    <Card>
      <h2>Mais vendidos</h2>
      {report.bestItems.length === 0 ? <p className={styles.small}>Nada vendido ainda.</p> : null}
      <ol className={styles.list}>
        {report.bestItems.slice(0, 6).map((item, index) => (
          <li key={item.name}>
            <span>{index + 1}</span>
            <span>{item.name}</span>
            <b>{quantity(item.quantityMilli)}</b>
            <small>
              {money(item.cents)}
              {item.usualQuantityMilli > 0 ? ` · costuma vender ${quantity(item.usualQuantityMilli)}` : ''}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function FallingItems({ report }: { readonly report: DailyReport }) {
  if (report.fallingItems.length === 0) return null
  return (
    <Card>
      <h2>Em queda</h2>
      <ol className={`${styles.list} ${styles.plain}`}>
        {report.fallingItems.map((item) => (
          <li key={item.name}>
            <span>{item.name}</span>
            <b className={styles.badly}>{quantity(item.quantityMilli)}</b>
            <small>costuma vender {quantity(item.usualQuantityMilli)} em um dia igual</small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const quantity = (milli: number): string => count(Math.round(milli / 100) / 10)

function Customers({ report }: { readonly report: DailyReport }) {
  const { newCustomers, returningCustomers, frequentCustomers, unidentifiedCustomers } = report.totals
  const parts = [
    ['Novos', newCustomers, 'primeiro pedido na loja'],
    ['Recorrentes', returningCustomers, 'do 2º ao 4º pedido'],
    ['Frequentes', frequentCustomers, '5 pedidos ou mais'],
    ['Não identificável', unidentifiedCustomers, 'o marketplace não informa quem é'],
  ] as const
  return (
    <Card>
      <h2>Quem pediu</h2>
      <ShareBar
        format={(orders) => plural(orders, 'pedido', 'pedidos')}
        empty="Nenhum pedido ainda."
        parts={parts.map(([name, value, detail]) => ({ key: name, name, value, detail }))}
      />
    </Card>
  )
}
