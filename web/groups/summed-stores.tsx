import { Muted } from '../kit/text.tsx'
import styles from './group-page.module.css'

/** Which stores a sum is of, by name. */
export function SummedStores({ names }: { readonly names: readonly string[] }) {
  return (
    <Muted as="details" size={2} className={styles.summed}>
      <summary>Lojas nesta soma</summary>
      <p>{names.join(', ')}.</p>
    </Muted>
  )
}
