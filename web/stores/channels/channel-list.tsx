import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { ChannelCause, ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import { useNow } from '../../browser/clock.ts'
import { Channel } from '../../marks/channel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ago } from '../../words/format.ts'
import { momentText } from '../hours/breaks.rules.ts'
import { useOpenStatus } from '../hours/open-status.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './channels.module.css'
import { needsHand, ofChannel, stateText, stateTone } from './channels.rules.ts'
import { RemedyOf } from './remedy-of.tsx'

interface ListProps {
  readonly store: StoreChannels
  readonly timezone: string
  /** From manager up. */
  readonly mayMend: boolean
}

/** Each channel with its state, its causes and the button that mends them. */
export function ChannelList({ store, timezone, mayMend }: ListProps) {
  return (
    <ul className={styles.channels} aria-label="Canais">
      {store.channels.map((channel) => (
        <li key={channel.platform}>
          <Row wrap className={styles.line}>
            <b>
              <Channel platform={channel.platform} />
            </b>
            <ChannelState store={store} channel={channel} timezone={timezone} />
          </Row>
          <ChannelCauses store={store} channel={channel} mayMend={mayMend} />
        </li>
      ))}
    </ul>
  )
}

/** Whether a channel sells, since when, and when it was last asked. */
export function ChannelState({
  store,
  channel,
  timezone,
  trouble,
}: {
  readonly store: StoreChannels
  readonly channel: ChannelNow
  readonly timezone: string
  /** What else is wrong with the channel, in two words. */
  readonly trouble?: string | null
}) {
  const now = useNow(5_000)
  const { platform, since, state, checkedAt } = channel
  // A marketplace sells from a menu of its own.
  const hasNothingToSell = useNothingToSell(store.storeId) && !isMarketplace(platform)
  const shownSince = since && state !== 'unknown' ? momentText(since, now, timezone) : null
  return (
    <>
      {hasNothingToSell ? (
        <Pill>Nada à venda</Pill>
      ) : (
        <Pill tone={trouble ? 'bad' : stateTone(channel)}>
          {[stateText(channel), trouble].filter(Boolean).join(', ')}
        </Pill>
      )}
      <Muted as="small" size={3}>
        {[
          shownSince && `desde ${shownSince.replace(/^às /, 'as ')}`,
          isMarketplace(platform) && checkedAt ? `visto ${ago(checkedAt, now)}` : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
    </>
  )
}

/** What is wished and not so yet, and why a channel sells or not as it does. */
export function ChannelCauses({
  store,
  channel,
  mayMend,
}: Omit<ListProps, 'timezone'> & { readonly channel: ChannelNow }) {
  const causes = ofChannel(channel.causes)
  const hand = needsHand(channel)
  return (
    <div className={styles.why} data-wrong={channel.sellsWrongly || undefined}>
      <WishLines channel={channel} proved={false} />
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
    </div>
  )
}

/** What became of the store's wishes: those that the channel proved, or the others. */
export function WishLines({ channel, proved }: { readonly channel: ChannelNow; readonly proved: boolean }) {
  return channel.wishes
    ?.filter(({ state }) => (state === 'proved') === proved)
    .map(({ about, state, message }) => (
      <p key={about} className={styles.wish} data-outcome={state}>
        {message}
      </p>
    ))
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
