import { Link } from '@tanstack/react-router'
import type { QualityReport } from '../../../contract/reports/quality.ts'
import { plural } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { Section } from '../frame/section.tsx'
import styles from './quality-page.module.css'

/** How many reviews wait for an answer, and the way to where it is given. */
export function QualityWaiting({ report: { pendingReviews } }: { readonly report: QualityReport }) {
  const { count } = pendingReviews
  const line =
    count > 0
      ? plural(count, 'avaliação espera resposta', 'avaliações esperam resposta')
      : 'Nenhuma avaliação espera resposta'
  return (
    <Section title="Para responder" line={line} first>
      <Muted>{line}.</Muted>
      <Link className={styles.toAnswers} to="/avaliacoes">
        {count > 0 ? 'Responder em Avaliações' : 'Ver as avaliações'}
      </Link>
    </Section>
  )
}
