import { channelName } from '../../contract/shared/channels.ts'
import styles from './integrations-tab.module.css'

/** The first letters of a channel's name. */
export function Mark({ type }: { readonly type: string }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {channelName(type).slice(0, 2)}
    </span>
  )
}
