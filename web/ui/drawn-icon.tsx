import styles from './icon.module.css'

/** As `icon.tsx` draws, of a path that one place keeps to itself: the sign-in page loads those of `icon.tsx`. */
export const DrawnIcon = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 24 24" width={20} height={20} className={styles.icon} aria-hidden="true">
    <path d={path} />
  </svg>
)
