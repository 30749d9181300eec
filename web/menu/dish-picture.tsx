import styles from './dish-picture.module.css'

/** The dish's photo; without one an empty plate is drawn. Decoration: the row has the name. */
export function DishPicture({ url, off }: { readonly url: string | null; readonly off: boolean }) {
  if (url)
    return (
      <img
        src={url}
        alt=""
        width={96}
        height={96}
        loading="lazy"
        decoding="async"
        className={styles.picture}
        data-off={off}
      />
    )
  return (
    <svg
      viewBox="0 0 96 96"
      className={`${styles.picture} ${styles.plate}`}
      data-off={off}
      aria-hidden="true"
    >
      <circle cx="48" cy="48" r="29" />
      <circle cx="48" cy="48" r="19" />
      <path d="M9 26v11a4 4 0 0 0 8 0V26M13 26v44M84 70V26c-5 3-7 10-7 18h7" />
    </svg>
  )
}
