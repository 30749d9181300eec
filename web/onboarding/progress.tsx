import styles from './progress.module.css'

/** One tick per step. The words beside it say the same. */
export function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <span className={styles.progress} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        <i key={index} className={index < done ? styles.done : ''} />
      ))}
    </span>
  )
}
