import { averageTicketCents, netCents, validOrders } from '../../contract/metrics.ts'
import type { DailyReport } from '../../contract/reports.ts'
import { Card } from '../ui/pieces.tsx'
import { count, money, percent, plural } from '../words/format.ts'
import styles from './daily-report-page.module.css'

interface Share {
  readonly key: string
  readonly label: string
  readonly detail: string
  readonly value: number
}

/** Told apart by label and gap, never by colour alone (look). */
const colours = [
  'var(--brand)',
  'var(--d2)',
  'var(--accent)',
  'var(--info)',
  'var(--ok)',
  'var(--muted)',
  'var(--bar-soft)',
]

export function Channels({ report }: { readonly report: DailyReport }) {
  const own = report.channels.find((channel) => channel.platform === 'balcao')
  return (
    <Card>
      <h2>De onde vieram</h2>
      <Shares
        shares={report.channels.map(({ platform, totals }) => {
          const ticket = averageTicketCents(totals)
          return {
            key: platform,
            label: platform === 'ifood' ? 'iFood' : 'Canal próprio',
            detail: `${plural(validOrders(totals), 'pedido', 'pedidos')}${ticket === null ? '' : ` · ticket ${money(ticket)}`}`,
            value: netCents(totals),
          }
        })}
      />
      {own ? (
        <p className={`${styles.small} ${styles.subhead}`}>
          O canal próprio rendeu {money(netCents(own.totals))} sem taxa de marketplace.
        </p>
      ) : null}
      <h2 className={styles.subhead}>Tipo de pedido</h2>
      <Shares
        shares={report.types.map(({ type, totals }) => ({
          key: type,
          label: { DELIVERY: 'Entrega', TAKEOUT: 'Retirada', INDOOR: 'Salão' }[type],
          detail: plural(validOrders(totals), 'pedido', 'pedidos'),
          value: netCents(totals),
        }))}
      />
    </Card>
  )
}

const methods: Readonly<Record<string, string>> = {
  CREDIT: 'Crédito',
  DEBIT: 'Débito',
  PIX: 'Pix',
  CASH: 'Dinheiro',
  MEAL_VOUCHER: 'Vale-refeição',
  FOOD_VOUCHER: 'Vale-alimentação',
  DIGITAL_WALLET: 'Carteira digital',
}

export function Payments({ report }: { readonly report: DailyReport }) {
  return (
    <Card>
      <h2>Formas de pagamento</h2>
      {report.payments.length === 0 ? <p className={styles.muted}>Nada recebido ainda.</p> : null}
      <ul className={`${styles.list} ${styles.plain}`}>
        {report.payments.map((payment) => (
          <li key={`${payment.method}-${String(payment.prepaid)}`}>
            <span>{methods[payment.method] ?? payment.method}</span>
            <b>{money(payment.cents)}</b>
            <small>
              {plural(payment.orders, 'pagamento', 'pagamentos')} ·{' '}
              {payment.prepaid ? 'pago antes' : 'na entrega ou no balcão'}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function Customers({ report }: { readonly report: DailyReport }) {
  const { newCustomers, returningCustomers, frequentCustomers, unidentifiedCustomers } = report.totals
  const rows = [
    ['Novos', newCustomers, 'primeiro pedido na loja'],
    ['Recorrentes', returningCustomers, 'do 2º ao 4º pedido'],
    ['Frequentes', frequentCustomers, '5 pedidos ou mais'],
    ['Não identificável', unidentifiedCustomers, 'o marketplace não informa quem é'],
  ] as const
  return (
    <Card>
      <h2>Quem pediu</h2>
      <ul className={`${styles.list} ${styles.plain}`}>
        {rows.map(([label, value, words]) => (
          <li key={label}>
            <span>{label}</span>
            <b>{count(value)}</b>
            <small>{words}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Shares({ shares }: { readonly shares: readonly Share[] }) {
  const total = shares.reduce((sum, share) => sum + Math.max(0, share.value), 0)
  if (total === 0) return <p className={styles.muted}>Sem vendas ainda.</p>
  const share = (value: number) => Math.max(0, value) / total
  return (
    <>
      <div className={styles.mix} aria-hidden="true">
        {shares.map((one, index) => (
          <i
            key={one.key}
            style={{ width: `${share(one.value) * 100}%`, background: colours[index % colours.length] }}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {shares.map((one, index) => (
          <li key={one.key}>
            <i style={{ background: colours[index % colours.length] }} />
            <span>{one.label}</span>
            <b>{percent(share(one.value), 0)}</b>
            <small className={styles.small}>
              {money(one.value)} · {one.detail}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
