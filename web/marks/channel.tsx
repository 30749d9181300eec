import { channelColour } from '../../contract/shared/channel-colours.ts'
import { channelName } from '../../contract/shared/channels.ts'
import styles from './channel.module.css'

/** A channel as a part of a chart. */
export const channelPart = (platform: string) => ({
  name: channelName(platform),
  colour: channelColour(platform),
})

/** A channel by its mark and its name. The mark repeats the name and never replaces it. */
export const Channel = ({ platform }: { readonly platform: string }) => (
  <span className={styles.channel}>
    <i aria-hidden="true" style={{ background: channelColour(platform) }} />
    {channelName(platform)}
  </span>
)
