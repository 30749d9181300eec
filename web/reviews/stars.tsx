import { Hidden } from '../ui/hidden.tsx'
import { plural } from '../words/format.ts'
import styles from './reviews-page.module.css'

export const Stars = ({ score }: { readonly score: number }) => (
  <span className={styles.stars}>
    <Hidden>{plural(score, 'estrela', 'estrelas')}</Hidden>
    <span aria-hidden="true">
      {'★'.repeat(score)}
      <i>{'☆'.repeat(5 - score)}</i>
    </span>
  </span>
)
