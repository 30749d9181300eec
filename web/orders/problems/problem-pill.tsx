import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { marketplaces } from '../../../contract/shared/channels.ts'
import { readStoresNow, type Store } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { deviceZone } from '../../browser/device-zone.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { useLiveState } from '../../live/live-stream.ts'
import { PushButton, pushLabels, usePushHere } from '../../notifications/notifications.ts'
import { usePrinterWatch } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Popover } from '../../ui/popover.tsx'
import { clockTime, plural } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './problem-pill.module.css'
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
} from './problems.rules.ts'
import { soundOn, useSoundState } from '../../browser/sounds.ts'
import { pendingActions } from '../actions/order-actions.ts'
import { useStuckActions } from '../actions/action-queue.ts'

export interface Shown extends Watched {
  /** Controls that fix it, beside the text. */
  readonly tools?: ReactNode
  /** They say since when, better than this page knows it. */
  readonly tellsSince?: boolean
}

/** Only if something stops or delays orders: what, since when, and the button that mends it. */
export function ProblemPill({ watched }: { readonly watched: readonly Shown[] }) {
  const sound = useSoundState()
  const problems = watched.filter(({ level }) => level === 'bad')
  // A missing network has the head's own strip, and the sound its own button.
  const others = problems.filter(({ name }) => name !== 'Som' && name !== 'Conexão')
  useFirstSeen(problems)
  if (others.length === 0 && sound === 'on') return null
  if (others.length === 0)
    return (
      <Button variant="quiet" icon="bell-off" className={styles.sound} onClick={soundOn}>
        <span className={styles.words}>{sound === 'off' ? 'Som desligado' : 'Ligar o som'}</span>
      </Button>
    )
  const [first, ...rest] = others
  const howMany = plural(others.length, 'problema', 'problemas')
  return (
    <Popover
      label="O que precisa de conserto"
      className={styles.pill}
      text={
        <>
          <Icon name={first && rest.length === 0 ? first.icon : 'alert'} size={16} />
          <Hidden>{rest.length === 0 ? 'Problema' : howMany}: </Hidden>
          {/* What follows the dot is in the list. */}
          <span className={`${styles.words} ${styles.long}`}>
            {first?.words.split(' · ')[0]}
            {rest.length > 0 ? ` e mais ${rest.length}` : ''}
          </span>
          <span className={styles.short} aria-hidden="true">
            {howMany}
          </span>
          <span className={styles.count} aria-hidden="true" data-problems="">
            {rest.length > 0 ? others.length : ''}
          </span>
        </>
      }
    >
      {() => (
        <Stack as="ul" gap={18} className={styles.list}>
          {problems.map((problem, index) => (
            <Problem key={problem.name} problem={problem} first={index === 0} />
          ))}
        </Stack>
      )}
    </Popover>
  )
}

/** The first has the focus, so that a long list opens at its beginning. */
function Problem({ problem, first }: { readonly problem: Shown; readonly first: boolean }) {
  const since = problem.tellsSince ? undefined : firstSeen.get(problem.name)
  return (
    <li>
      <b tabIndex={first ? -1 : undefined} data-first={first || undefined}>
        <Icon name={problem.icon} size={18} /> {problem.words}
      </b>
      <p>
        {since ? <span>Desde {clockTime(since, deviceZone())}. </span> : null}
        {problem.repair}
      </p>
      {problem.tools ? (
        <Row wrap className={styles.tools}>
          {problem.tools}
        </Row>
      ) : null}
    </li>
  )
}

/** When this page first saw each problem; one that was mended and comes back is a new one. */
const firstSeen = new Map<string, string>()

function useFirstSeen(problems: readonly Watched[]): void {
  const names = problems.map(({ name }) => name).join('|')
  useEffect(() => {
    const now = new Set(names.split('|'))
    for (const known of firstSeen.keys()) if (!now.has(known)) firstSeen.delete(known)
    for (const name of now) if (!firstSeen.has(name)) firstSeen.set(name, new Date().toISOString())
  }, [names])
}

/** The conditions under which no order is missed, each with its cause and remedy. */
export function useWatched(stores: readonly Store[]): readonly Shown[] {
  const sound = useSoundState()
  return [
    lineWatch(useLiveState(), useStuckActions(pendingActions).length),
    ...usePrintersShown(stores),
    ...useMarketplacesShown(stores),
    ...useWhatsappShown(stores),
    ...useFailedRowsShown(stores),
    screenWatch(useWakeLock()),
    ...usePushShown(),
    {
      ...soundWatch(sound),
      tools:
        sound === 'on' ? null : (
          <Button icon="bell" onClick={soundOn}>
            Ligar o som
          </Button>
        ),
    },
  ]
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
          <Link to="/settings" search={{ tab: 'notificacoes' }}>
            Meus aparelhos
          </Link>
        </>
      ),
    },
  ]
}

function usePrintersShown(stores: readonly Store[]): readonly Shown[] {
  const watch = usePrinterWatch(stores)
  return watch ? [{ name: 'Impressoras', icon: 'print', tellsSince: true, ...watch }] : []
}

/** Only if there are dead rows, and only for a store's managers. */
function useFailedRowsShown(stores: readonly Store[]): readonly Shown[] {
  const rows = useFailedRows(stores)
  return rows.length > 0 ? [{ ...failedRowsWatch(rows, stores), tools: <ReplayButton rows={rows} /> }] : []
}

/** Only if a store has a line. Managers connect it; everybody answers. */
function useWhatsappShown(stores: readonly Store[]): readonly Shown[] {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  const now = useNow(30_000)
  const here = (data?.stores ?? []).filter(({ storeId }) => stores.some(({ id }) => id === storeId))
  const down = here.find(({ whatsapp, role }) => whatsapp?.trouble && roleMeets(role, 'manager'))
  return whatsappWatch(here, now).map((watched) => ({
    ...watched,
    tools:
      watched.level !== 'bad' ? null : watched.name === 'Conversas' ? (
        <Link to="/conversas">Atender</Link>
      ) : down ? (
        <Link to="/settings" search={{ tab: 'whatsapp', store: down.storeId }}>
          Conectar
        </Link>
      ) : null,
  }))
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
