import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoreChannels } from '../../../contract/stores/channels.ts'
import type { WorkingHours } from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Paper } from '../../ui/paper.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { momentText } from '../hours/breaks.rules.ts'
import { StopSellingDialog } from '../stop-selling/stop-selling-dialog.tsx'
import { OpenLine } from '../hours/open-line.tsx'
import { ChannelList } from './channel-list.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './channels.module.css'
import { channelsInShort, hasRemedy, needsHand } from './channels.rules.ts'
import { useChannels } from './channels-data.ts'

/** Whether the store sells, on which channels, and the switch of all of them. On paper while something needs a hand. */
export function SellingPart({ store, hours }: { readonly store: Store; readonly hours: WorkingHours }) {
  const { channels, error, retry } = useChannels(store.id)
  const now = useNow(30_000)
  const [asking, setAsking] = useState(false)
  const active = channels?.active ?? store.active
  const stopped = hours.breaks.some((one) => one.running && one.channels.length === 0)
  const body = (
    <>
      <Row align="start" wrap justify="between" className={styles.head}>
        <div>
          <h2 id="vende-agora">
            {headline(
              channels?.channels.some(({ sellsWrongly }) => sellsWrongly),
              active,
            )}
          </h2>
          {active ? <OpenLine store={store} /> : <p>{offText(channels, now, hours.timezone)}</p>}
        </div>
        <Button variant={active && !stopped ? 'plain' : 'primary'} onClick={() => setAsking(true)}>
          {!active ? 'Ativar a loja' : stopped ? 'Voltar a vender' : 'Parar de vender'}
        </Button>
      </Row>
      {channels ? (
        <ChannelsInShort channels={channels} timezone={hours.timezone} />
      ) : error ? (
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : (
        <Skeleton height={108} />
      )}
    </>
  )
  return (
    <section id="vendendo" className={styles.selling} aria-labelledby="vende-agora">
      {channels?.channels.some(needsHand) ? (
        <Paper torn="top" className={styles.paper ?? ''}>
          {body}
        </Paper>
      ) : (
        body
      )}
      {asking ? <StopSellingDialog storeId={store.id} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** Those of which something can be mended, the others in one line. */
function ChannelsInShort({
  channels,
  timezone,
}: {
  readonly channels: StoreChannels
  readonly timezone: string
}) {
  const mendable = channels.channels.filter(hasRemedy)
  const rest = channelsInShort(channels.channels.filter((channel) => !hasRemedy(channel)))
  return (
    <>
      {mendable.length > 0 ? (
        <ChannelList store={{ ...channels, channels: mendable }} timezone={timezone} mayMend />
      ) : null}
      {rest ? (
        <Muted size={3} className={styles.rest}>
          {rest}{' '}
          <Link to="/settings" search={{ tab: 'integracoes', store: channels.storeId }}>
            Ver os canais
          </Link>
        </Muted>
      ) : null}
    </>
  )
}

/** `Desativada por Marina Prado às 21:06. Nenhum canal recebe pedidos.` */
function offText(channels: StoreChannels | undefined, now: Date, timezone: string): string {
  const by = channels?.activeBy ? ` por ${channels.activeBy}` : ''
  const since = channels?.activeSince ? ` ${momentText(channels.activeSince, now, timezone)}` : ''
  return `Desativada${by}${since}. Nenhum canal deve receber pedidos.`
}

function headline(sellsWrongly: boolean | undefined, active: boolean): string {
  if (sellsWrongly) return 'Está vendendo e não devia'
  return active ? 'Vendendo' : 'Loja desativada'
}
