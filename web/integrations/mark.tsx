import { channelColour } from '../../contract/shared/channel-colours.ts'
import { channelName } from '../../contract/shared/channels.ts'
import styles from './integrations-tab.module.css'

/** The first letters of a channel's name over its colour. */
export function Mark({ type }: { readonly type: string }) {
  return (
    <span className={styles.mark} style={{ borderColor: channelColour(type) }} aria-hidden="true">
      {channelName(type).slice(0, 2)}
    </span>
  )
}
