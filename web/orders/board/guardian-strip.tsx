import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { marketplaces } from '../../../contract/shared/channels.ts'
import { readStoresNow, type Store } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { useLiveState } from '../../live/live-stream.ts'
import { PushButton, pushLabels, usePushHere } from '../../notifications/notifications.ts'
import { usePrinterWatch } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plural } from '../../words/format.ts'
import styles from './guardian-strip.module.css'
import { ReplayButton, useFailedRows } from './failed-rows.tsx'
import {
  failedRowsWatch,
  lineWatch,
  marketplaceWatch,
  pushWatch,
  screenWatch,
  soundWatch,
  whatsappWatch,
  type Watched,
} from './guardian.rules.ts'
import { play, soundOff, soundOn, useSoundState } from './order-sounds.ts'
import { pendingActions } from '../actions/order-actions.ts'
import { useStuckActions } from '../actions/action-queue.ts'

interface Shown extends Watched {
  /** Controls that fix it, beside the text. */
  readonly tools?: ReactNode
}

/** The conditions under which no order is missed, each with its cause and remedy. */
export function GuardianStrip({ stores }: { readonly stores: readonly Store[] }) {
  const sound = useSoundState()
  const watched: readonly Shown[] = [
    { ...soundWatch(sound), tools: sound === 'on' ? <SoundButtons /> : null },
    lineWatch(useLiveState(), useStuckActions(pendingActions).length),
    screenWatch(useWakeLock()),
    ...usePushShown(),
    ...usePrintersShown(stores),
    ...useFailedRowsShown(stores),
    ...useMarketplacesShown(stores),
    { ...whatsappWatch, tools: <Link to="/settings">Ver em Ajustes</Link> },
  ]
  const troubles = watched.filter((one) => one.level === 'bad').length
  return (
    <section className={styles.strip} aria-label="Problemas agora">
      <h2 className={troubles > 0 ? styles.bad : styles.good}>
        <Icon name={troubles > 0 ? 'alert' : 'check'} size={16} />
        {troubles > 0 ? plural(troubles, 'problema', 'problemas') : 'Tudo certo'}
      </h2>
      {sound === 'on' ? null : (
        <Button variant="accent" icon="bell" onClick={soundOn}>
          Ligar o som
        </Button>
      )}
      {watched.map((one) => (
        <Chip key={one.name} watched={one} />
      ))}
    </section>
  )
}

const levelClass = { ok: '', hint: styles.chipHint, bad: styles.chipBad }

function Chip({ watched }: { readonly watched: Shown }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={`${styles.chip} ${levelClass[watched.level] ?? ''} ${watched.name === 'Som' ? styles.always : ''}`}
        popoverTarget={id}
        aria-label={`${watched.name}: ${watched.words}`}
      >
        <Icon name={watched.icon} size={16} />
        {watched.words}
      </button>
      <div popover="auto" id={id} className={styles.more} role="note">
        <b>{watched.name}</b>
        <p>{watched.repair}</p>
        {watched.tools ? <div className={styles.buttons}>{watched.tools}</div> : null}
      </div>
    </>
  )
}

function SoundButtons() {
  return (
    <>
      <Button variant="plain" icon="bell" onClick={() => play('new')}>
        Testar
      </Button>
      <Button variant="ghost" icon="bell-off" onClick={soundOff}>
        Desligar
      </Button>
    </>
  )
}

function usePushShown(): readonly Shown[] {
  const { data } = usePushHere()
  if (!data) return []
  return [
    {
      ...pushWatch(data, pushLabels[data.state]),
      tools: (
        <>
          {data.state === 'off' ? <PushButton variant="primary" /> : null}
          <Link to="/settings" search={{ tab: 'notifications' }}>
            Meus aparelhos
          </Link>
        </>
      ),
    },
  ]
}

function usePrintersShown(stores: readonly Store[]): readonly Shown[] {
  const watch = usePrinterWatch(stores)
  return watch ? [{ name: 'Impressoras', icon: 'print', ...watch }] : []
}

/** Only if there are dead rows, and only for a store's managers. */
function useFailedRowsShown(stores: readonly Store[]): readonly Shown[] {
  const rows = useFailedRows(stores)
  return rows.length > 0 ? [{ ...failedRowsWatch(rows.length), tools: <ReplayButton rows={rows} /> }] : []
}

/** Only if a store sells through it. */
function useMarketplacesShown(stores: readonly Store[]): readonly Shown[] {
  const sellsAt = (store: Store, platform: string) =>
    store.options.some((option) => option.platform === platform)
  const sellers = stores.filter((store) => marketplaces.some((platform) => sellsAt(store, platform)))
  const { data } = useQuery({ ...queryFor(readStoresNow, { query: {} }), enabled: sellers.length > 0 })
  return marketplaces.flatMap((platform) => {
    const ids = sellers.filter((store) => sellsAt(store, platform)).map((store) => store.id)
    const now = (data?.stores ?? []).filter(({ storeId }) => ids.includes(storeId))
    return now.length > 0 ? [marketplaceWatch(platform, now)] : []
  })
}
