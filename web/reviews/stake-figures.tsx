import type { Dispute, readDisputes } from '../../contract/orders/disputes.ts'
import { recordDays } from '../../contract/orders/disputes.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { money, plural } from '../words/format.ts'
import { wonWords } from './dispute-words.rules.ts'
import styles from './reviews-page.module.css'

/** What is at stake now, and how negotiations ended. */
export function StakeFigures({ disputes, record }: Reply<typeof readDisputes>) {
  const open = disputes.filter(isUndecided)
  const won = wonWords(record)
  return (
    <dl className={styles.stake}>
      {open.length > 0 ? (
        <div>
          <dt>em jogo, {plural(open.length, 'negociação', 'negociações')}</dt>
          <dd>{money(open.reduce((sum, { askedCents }) => sum + askedCents, 0))}</dd>
        </div>
      ) : null}
      {won === null ? null : (
        <div>
          <dt>ganhas em {recordDays} dias</dt>
          <dd>{won}</dd>
        </div>
      )}
    </dl>
  )
}

const isUndecided = ({ state }: Dispute): boolean => ['open', 'answering', 'countered'].includes(state)
