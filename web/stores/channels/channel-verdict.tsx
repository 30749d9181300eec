import { Pill } from '../../ui/pill.tsx'
import { ChannelState } from './channel-list.tsx'
import { useChannel, type OneChannel } from './channels-data.ts'
import styles from './channels.module.css'

/** The one verdict on a channel: whether it sells, and in two words what else is wrong with it. */
export function ChannelVerdict({
  store,
  platform,
  trouble,
}: OneChannel & { readonly trouble: 'acesso retirado' | 'com falhas' | null }) {
  const found = useChannel({ store, platform })
  // What a channel said of the store before it shut us out is worth nothing.
  if (trouble === 'acesso retirado') return <Pill tone="bad">Acesso retirado</Pill>
  return found ? (
    <span className={styles.verdict}>
      <ChannelState {...found} timezone={store.address.timezone} trouble={trouble} />
    </span>
  ) : null
}
