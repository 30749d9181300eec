import styles from './integrations-tab.module.css'

/** Why a step did not happen, beside it until the next try. */
export function Refusal({ words }: { readonly words: string | null }) {
  return (
    <div className={styles.refusalPlace} aria-live="assertive">
      {words === null ? null : <p className={styles.refusal}>{words}</p>}
    </div>
  )
}
