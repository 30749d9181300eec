import styles from './pieces.module.css'

export function Skeleton({ height }: { readonly height: number }) {
  return <div className={styles.skeleton} style={{ height }} aria-hidden="true" data-loading />
}
