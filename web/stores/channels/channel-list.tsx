import { channelName, isMarketplace } from '../../../contract/shared/channels.ts'
import type { ChannelCause, ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import { useNow } from '../../browser/clock.ts'
import { Pill } from '../../ui/pill.tsx'
import { ago } from '../../words/format.ts'
import { momentText } from '../hours/breaks.rules.ts'
import { useOpenStatus } from '../hours/open-status.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './channels.module.css'
import { needsHand, ofChannel, stateText, stateTone } from './channels.rules.ts'
import { RemedyOf } from './remedy-of.tsx'

/** Each channel with its state, its causes and the button that mends them. */
export function ChannelList({
  store,
  timezone,
  mayMend,
}: {
  readonly store: StoreChannels
  readonly timezone: string
  /** From manager up. */
  readonly mayMend: boolean
}) {
  return (
    <ul className={styles.channels} aria-label="Canais">
      {store.channels.map((channel) => (
        <ChannelRow
          key={channel.platform}
          store={store}
          channel={channel}
          timezone={timezone}
          mayMend={mayMend}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly store: StoreChannels
  readonly channel: ChannelNow
  readonly timezone: string
  readonly mayMend: boolean
}

function ChannelRow({ store, channel, timezone, mayMend }: RowProps) {
  const now = useNow(5_000)
  const { platform, since, state, checkedAt } = channel
  const causes = ofChannel(channel.causes)
  const hand = needsHand(channel)
  // A marketplace sells from a menu of its own.
  const hasNothingToSell = useNothingToSell(store.storeId) && !isMarketplace(platform)
  const shownSince = since && state !== 'unknown' ? momentText(since, now, timezone) : null
  return (
    <li data-wrong={channel.sellsWrongly || undefined}>
      <Row wrap className={styles.line}>
        <b>{channelName(platform)}</b>
        {hasNothingToSell ? (
          <Pill>Nada à venda</Pill>
        ) : (
          <Pill tone={stateTone(channel)}>{stateText(channel)}</Pill>
        )}
        <small>
          {[
            shownSince && `desde ${shownSince.replace(/^às /, 'as ')}`,
            isMarketplace(platform) && checkedAt ? `visto ${ago(checkedAt, now)}` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </Row>
      {channel.wishes?.map(({ about, state: outcome, message }) => (
        <p key={about} className={styles.wish} data-outcome={outcome}>
          {message}
        </p>
      ))}
      {causes.length > 0 ? (
        <ul className={styles.causes}>
          {causes.map((one) => (
            <CauseRow
              key={`${one.code} ${one.message}`}
              store={store}
              channel={channel}
              cause={one}
              first={hand && one === causes[0]}
              mayMend={mayMend}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

const useNothingToSell = (storeId: string): boolean =>
  useOpenStatus(storeId)?.reasons.some(({ code }) => code === 'nothing-to-sell') ?? false

function CauseRow({
  store,
  channel,
  cause,
  first,
  mayMend,
}: {
  readonly store: StoreChannels
  readonly channel: ChannelNow
  readonly cause: ChannelCause
  readonly first: boolean
  readonly mayMend: boolean
}) {
  return (
    <li>
      <p>{cause.message}</p>
      <RemedyOf store={store} channel={channel} cause={cause} first={first} mayMend={mayMend} />
    </li>
  )
}
