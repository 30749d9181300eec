import styles from './whatsapp-tab.module.css'

export const Refusal = ({ words }: { readonly words: string | null }) => (
  <p className={styles.refusal} role="alert">
    {words}
  </p>
)
