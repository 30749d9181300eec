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
import styles from './channels.module.css'
import { needsHand } from './channels.rules.ts'
import { useChannels } from './channels-data.ts'

interface SellingProps {
  readonly store: Store
  readonly hours: WorkingHours
}

/** Whether the store sells, and the switch of all channels. On paper with the channels while one of them needs a hand. */
export function SellingPart({ store, hours }: SellingProps) {
  const { channels } = useChannels(store.id)
  const now = useNow(30_000)
  const [asking, setAsking] = useState(false)
  const active = channels?.active ?? store.active
  const stopped = hours.breaks.some((one) => one.running && one.channels.length === 0)
  const head = (
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
  )
  return (
    <section id="vendendo" className={styles.selling} aria-labelledby="vende-agora">
      {channels?.channels.some(needsHand) ? (
        <Paper torn="top" className={styles.paper ?? ''}>
          {head}
          <ChannelList store={channels} timezone={hours.timezone} mayMend />
        </Paper>
      ) : (
        head
      )}
      {asking ? <StopSellingDialog storeId={store.id} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** The channels while none of them needs a hand: the week comes first then. */
export function SellingChannels({ store, hours }: SellingProps) {
  const { channels, error, retry } = useChannels(store.id)
  if (channels?.channels.some(needsHand)) return null
  return (
    <section className={styles.below} aria-labelledby="canais-agora">
      <h2 id="canais-agora">Canais agora</h2>
      {channels ? (
        <ChannelList store={channels} timezone={hours.timezone} mayMend />
      ) : error ? (
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : (
        <Skeleton height={108} />
      )}
    </section>
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
