import type { Dispute, readDisputes } from '../../contract/orders/disputes.ts'
import { recordDays } from '../../contract/orders/disputes.ts'
import type { MarketplaceScore } from '../../contract/reviews/reviews.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { useNow } from '../browser/clock.ts'
import { money, plural } from '../words/format.ts'
import { wonWords } from './disputes/dispute-words.rules.ts'
import styles from './reviews-page.module.css'
import { scoreFigure } from './score-figure.rules.ts'
import { useRunning } from './use-running.ts'

/** What is at stake now, how negotiations ended, and the score that customers see. */
export function StakeFigures({
  disputes,
  record,
  scores,
}: Reply<typeof readDisputes> & { readonly scores: readonly MarketplaceScore[] }) {
  const score = scoreFigure(scores, useNow(60_000))
  const open = useRunning(disputes).running.filter(isUndecided)
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
      {score ? (
        <div>
          <dt>{score.words}</dt>
          <dd>{score.value}</dd>
        </div>
      ) : null}
    </dl>
  )
}

const isUndecided = ({ state }: Dispute): boolean => ['open', 'answering', 'countered'].includes(state)
