import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readMyTerms } from '../../contract/privacy/terms.ts'
import { queryFor } from '../api/query.ts'
import { Row } from '../kit/layout.tsx'
import styles from './terms-notice.module.css'

/** A line above the page while the terms in force wait for this person. It blocks nobody: the kitchen goes on. */
export function TermsNotice() {
  const mine = useQuery({ ...queryFor(readMyTerms, {}), staleTime: Number.POSITIVE_INFINITY, retry: false })
  if (!mine.data || mine.data.acceptedAt !== null) return null
  return (
    <Row as="p" wrap className={styles.notice} role="status">
      {mine.data.before ? 'Os termos de uso mudaram.' : 'Falta aceitar os termos de uso.'}{' '}
      <Link to="/termos">Ler e aceitar</Link>
    </Row>
  )
}
