import { channelPart } from '../../marks/channel.tsx'
import { isMarketplace, platforms } from '../../../contract/shared/channels.ts'
import {
  averageTicketCents,
  metrics,
  netCents,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import { orderTypes } from '../../../contract/orders/kinds.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { choose, useSelection } from '../../stores/selection.ts'
import { storeMarks } from '../../marks/store-marks.rules.ts'
import { Awning } from '../../marks/awning.tsx'
import { Button } from '../../ui/button.tsx'
import { count, money, moneyShort, percent, plural } from '../../words/format.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { ShareBar } from '../../charts/share-bar.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import { Payments } from './day-payments.tsx'
import styles from './daily-report-page.module.css'
import { Legend } from '../../charts/legend.tsx'
import { DataTable, type Column } from '../../table/data-table.tsx'
import blocks from '../frame/blocks.module.css'
import { Change } from '../frame/report-parts.tsx'
import { Section } from '../frame/section.tsx'
import { WeekBars } from '../frame/week-bars.tsx'

/** The sections below the day's figures. */
export function DayBlocks({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  return (
    <>
      <div className={blocks.wide}>
        {report.stores.length > 1 ? <Stores report={report} compared={compared} /> : null}
        <Channels report={report} />
      </div>
      <div className={blocks.three}>
        <Items report={report} />
        <FallingItems report={report} />
        <Customers report={report} />
      </div>
      <div className={blocks.three}>
        <Payments report={report} />
        <Types report={report} />
        <Districts report={report} />
      </div>
      <Week week={report.week} />
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
  const own = report.channels.filter(({ platform }) => !isMarketplace(platform))
  const ownCents = own.reduce((sum, { totals }) => sum + netCents(totals), 0)
  const total = netCents(report.totals)
  return (
    <Section
      title="De onde vieram"
      line={
        own.length > 0 && total > 0
          ? `${percent(ownCents / total, 0)} pelo canal próprio, sem comissão`
          : null
      }
    >
      <ShareBar
        format={money}
        empty="Sem vendas ainda."
        parts={inOrder(report.channels, 'platform', platforms).map(({ platform, totals }) => ({
          key: platform,
          ...channelPart(platform),
          value: netCents(totals),
          detail: `${plural(validOrders(totals), 'pedido', 'pedidos')}${ticketLabels(averageTicketCents(totals))}`,
        }))}
      />
    </Section>
  )
}

function Types({ report }: { readonly report: DailyReport }) {
  return (
    <Section title="Tipo de pedido" line="Entrega, retirada ou salão">
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
    </Section>
  )
}

function Districts({ report }: { readonly report: DailyReport }) {
  const total = netCents(report.totals)
  return (
    <Section
      title="Por bairro"
      line={
        report.districts[0]
          ? `${report.districts[0].name}: ${moneyShort(report.districts[0].netCents)}`
          : null
      }
    >
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
    </Section>
  )
}

type StoreRow = DailyReport['stores'][number]

/** One row per store with a tick at the compared value and its change; its name opens that store alone. */
function Stores({ report, compared }: { readonly report: DailyReport; readonly compared: string }) {
  const marks = storeMarks(useSelection('manager').choosable)
  const { empty } = report.comparison
  const ofStore = (row: StoreRow) => (empty ? null : netCents(row.compared))
  const columns: readonly Column<StoreRow>[] = [
    {
      key: 'name',
      label: 'Loja',
      sort: (row) => row.name,
      cell: (row) => (
        <span className={styles.store}>
          <Awning mark={marks.get(row.storeId)} />
          <Button
            variant="ghost"
            className={styles.openStore ?? ''}
            onClick={() => choose({ storeId: row.storeId })}
          >
            {row.name}
          </Button>
        </span>
      ),
    },
    {
      key: 'net',
      label: 'Faturamento',
      phone: 'sum',
      sort: (row) => netCents(row.totals),
      cell: (row) => money(netCents(row.totals)),
    },
    ...(empty
      ? []
      : ([
          {
            key: 'change',
            label: 'Mudança',
            phone: 'change',
            sort: (row) =>
              netCents(row.compared) > 0 ? netCents(row.totals) / netCents(row.compared) - 1 : null,
            cell: (row) => <Change name="net" now={netCents(row.totals)} before={netCents(row.compared)} />,
          },
        ] satisfies readonly Column<StoreRow>[])),
    {
      key: 'orders',
      label: 'Pedidos',
      sort: (row) => validOrders(row.totals),
      cell: (row) => count(validOrders(row.totals)),
    },
    {
      key: 'ticket',
      label: 'Ticket',
      sort: (row) => averageTicketCents(row.totals),
      cell: (row) => orNone(averageTicketCents(row.totals)),
    },
  ]
  return (
    <Section
      title="Por loja"
      first
      tools={empty ? null : <Legend entries={[{ name: compared, look: 'tick' }]} />}
    >
      <DataTable
        caption="Por loja"
        rows={report.stores}
        rowKey={(row) => row.storeId}
        sort={{ by: 'net', down: true }}
        bar={
          report.stores.length > 1
            ? (row) => ({ value: netCents(row.totals), compared: ofStore(row) })
            : undefined
        }
        first={12}
        columns={columns}
      />
    </Section>
  )
}

const orNone = (cents: number | null): string => (cents === null ? '–' : money(cents))

function Week({ week }: { readonly week: DailyReport['week'] }) {
  return (
    <Section title="Os últimos sete dias" line={moneyShort(week.reduce((sum, day) => sum + day.netCents, 0))}>
      <WeekBars week={week} />
    </Section>
  )
}

function Items({ report }: { readonly report: DailyReport }) {
  const [best] = report.bestItems
  return (
    <Section
      title="Mais vendidos"
      line={best ? `${best.name}: ${quantity(best.quantityMilli)}` : 'Nada vendido ainda.'}
    >
      {report.bestItems.length === 0 ? (
        <Muted size={2} className={styles.small}>
          Nada vendido ainda.
        </Muted>
      ) : null}
      <ol className={styles.list}>
        {report.bestItems.slice(0, 6).map((item, index) => (
          <li key={item.name}>
            <span>{index + 1}</span>
            <span>{item.name}</span>
            <b>{quantity(item.quantityMilli)}</b>
            <Muted as="small" size={2}>
              {money(item.cents)}
              {item.usualQuantityMilli > 0 ? ` · costuma vender ${quantity(item.usualQuantityMilli)}` : ''}
            </Muted>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function FallingItems({ report }: { readonly report: DailyReport }) {
  if (report.fallingItems.length === 0) return null
  return (
    <Section
      title="Em queda"
      line={plural(report.fallingItems.length, 'item vendeu menos', 'itens venderam menos')}
    >
      <ol className={`${styles.list} ${styles.plain}`}>
        {report.fallingItems.map((item) => (
          <li key={item.name}>
            <span>{item.name}</span>
            <Problem as="b" strong>
              {quantity(item.quantityMilli)}
            </Problem>
            <Muted as="small" size={2}>
              costuma vender {quantity(item.usualQuantityMilli)} em um dia igual
            </Muted>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const quantity = (milli: number): string => count(Math.round(milli / 100) / 10)

function Customers({ report }: { readonly report: DailyReport }) {
  const { newCustomers, returningCustomers, frequentCustomers, unidentifiedCustomers } = report.totals
  const parts = [
    [metrics.newOrders.label, newCustomers, 'o 1º do cliente na loja, contando os cancelados'],
    [metrics.returningOrders.label, returningCustomers, 'do 2º ao 4º pedido'],
    [metrics.frequentOrders.label, frequentCustomers, '5 pedidos ou mais'],
    [metrics.unidentifiedOrders.label, unidentifiedCustomers, 'o marketplace não informa quem é'],
  ] as const
  return (
    <Section title="Quem pediu" line={plural(newCustomers, 'primeiro pedido', 'primeiros pedidos')}>
      <ShareBar
        format={(orders) => plural(orders, 'pedido', 'pedidos')}
        empty="Nenhum pedido ainda."
        parts={parts.map(([name, value, detail]) => ({ key: name, name, value, detail }))}
      />
    </Section>
  )
}
