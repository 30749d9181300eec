import styles from '../ui/icon.module.css'

/** Not among the icons of `web/ui/icon.tsx`: the sign-in page loads those, and has no room for another. */
export const StarIcon = () => (
  <svg viewBox="0 0 24 24" width={20} height={20} className={styles.icon} aria-hidden="true">
    <path d="M12 4l2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z" />
  </svg>
)
