import type { GroupDay } from '../../contract/groups/group-day.ts'
import {
  averageTicketCents,
  netCents,
  onTimeShare,
  validOrders,
} from '../../contract/reports/metrics/metrics.ts'
import { count, money, moneyShort, percent, plural } from '../words/format.ts'
import { Change } from './change.tsx'
import { comparedWords } from './group-words.rules.ts'
import { Muted } from '../kit/text.tsx'
import { SummedStores } from './summed-stores.tsx'
import styles from './group-page.module.css'

/** The sum of the stores, large; without cents while the day runs. */
export function GroupTotal({ report }: { readonly report: GroupDay }) {
  const { totals, compared, running, comparison } = report
  const net = netCents(totals)
  const before = netCents(compared)
  const [reais, cents] = (running ? moneyShort(net) : money(net)).replace('R$\u00a0', '').split(',')
  const onTime = onTimeShare(totals)
  const ticket = averageTicketCents(totals)
  return (
    <section aria-label="Total do grupo">
      <p className={styles.figure} data-metric="net-big">
        <span>R$</span>
        {'\u00a0'}
        {reais}
        {cents === undefined ? null : <span>,{cents}</span>}
      </p>
      <p className={styles.beside}>
        em {plural(validOrders(totals), 'pedido', 'pedidos')},{' '}
        {report.stores.length === 1 ? 'na loja' : `nas ${report.stores.length} lojas`}.{' '}
        {comparison.empty || before <= 0 ? (
          'Ainda não há dia para comparar.'
        ) : (
          <>
            <Change now={net} before={before} pill /> {difference(net - before)} {comparedWords(report)}
            {running ? ' a esta hora.' : '.'}
          </>
        )}
      </p>
      <SummedStores names={report.stores.map(({ name }) => name)} />
      <dl className={styles.figures}>
        <div>
          <Muted as="dt" size={2}>
            Ticket médio
          </Muted>
          <dd>{ticket === null ? '–' : money(ticket)}</dd>
        </div>
        <div>
          <Muted as="dt" size={2}>
            No prazo
          </Muted>
          <dd>{onTime === null ? '–' : percent(onTime, 0)}</dd>
        </div>
        <div>
          <Muted as="dt" size={2}>
            Cancelados
          </Muted>
          <dd>{count(totals.cancelled)}</dd>
        </div>
      </dl>
    </section>
  )
}

const difference = (cents: number): string =>
  cents === 0 ? 'O mesmo que' : `${moneyShort(Math.abs(cents))} ${cents > 0 ? 'a mais que' : 'a menos que'}`
