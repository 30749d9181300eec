import { Problem } from '../kit/text.tsx'
import styles from './integrations-tab.module.css'

/** Why a step did not happen, beside it until the next try. */
export function Refusal({ text }: { readonly text: string | null }) {
  return (
    <div className={styles.refusalPlace} aria-live="assertive">
      {text === null ? null : <Problem strong>{text}</Problem>}
    </div>
  )
}
