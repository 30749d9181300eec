import { Link } from '@tanstack/react-router'
import { channelName, type Platform } from '../../../contract/shared/channels.ts'
import type { ChannelCause, ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import styles from './channels.module.css'
import { remedyText } from './channels.rules.ts'
import { isMending, mend, type MendingRemedy } from './mend.ts'

/** The button or the link that mends a cause, or why there is none. */
export function RemedyOf({
  store,
  channel: { platform, repairing },
  cause: { code, remedy, until },
  first,
  mayMend,
}: {
  readonly store: StoreChannels
  readonly channel: ChannelNow
  readonly cause: ChannelCause
  /** It is what the person came for. */
  readonly first: boolean
  /** From manager up. */
  readonly mayMend: boolean
}) {
  const run = useAction((one: MendingRemedy) => mend(store, platform, one))
  // The sentence of a channel that never says whether it sells names what to do there.
  if (code === 'no-news' && remedy === null) return null
  if (remedy === null) return <small>{until ? 'Termina sozinho.' : 'Não depende da loja.'}</small>
  if (!mayMend) return <small>Quem gerencia a loja pode resolver.</small>
  if (!isMending(remedy))
    return <SettingsLink remedy={remedy.do} storeId={store.storeId} platform={platform} />
  return (
    <Button
      variant={first ? 'accent' : 'soft'}
      busy={repairing === remedy.do || run.busyWith !== null}
      aria-label={`${remedyText(remedy, platform)}, ${channelName(platform)}`}
      onClick={() => run.run(remedy)}
    >
      {remedyText(remedy, platform)}
    </Button>
  )
}

/** The tab of the settings where a cause is mended. */
const tabs = { 'see-hours': 'horarios', 'see-integrations': 'integracoes', 'see-modules': 'entrega' } as const

function SettingsLink({
  remedy,
  storeId,
  platform,
}: {
  readonly remedy: keyof typeof tabs
  readonly storeId: string
  readonly platform: Platform
}) {
  return (
    <Link
      to="/settings"
      search={{ tab: tabs[remedy], store: storeId }}
      hash={remedy === 'see-modules' ? 'usar' : ''}
      className={styles.link ?? ''}
    >
      {remedyText({ do: remedy }, platform)}
    </Link>
  )
}
