import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { readStoresNow } from '../../contract/stores.ts'
import { queryFor } from '../api/query.ts'
import { useWakeLock, type WakeState } from '../browser/wake-lock.ts'
import { useLiveState, type LiveState } from '../live/live-stream.ts'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './guardian-strip.module.css'
import { play, soundOff, soundOn, useSoundState, type SoundState } from './order-sounds.ts'
import { tapQueue } from './order-actions.ts'
import { useStuckTaps } from './tap-queue.ts'

interface Watched {
  readonly name: string
  readonly icon: IconName
  readonly ok: boolean
  /** What is the matter, or that all is well. */
  readonly words: string
  /** What it means and how it is mended. */
  readonly repair: string
}

/** The guardião: what must work so that no order is missed, each with its cause and repair. */
export function GuardianStrip({ storeIds }: { readonly storeIds: readonly string[] }) {
  const sound = useSoundState()
  const watched: readonly Watched[] = [
    soundWatch(sound),
    lineWatch(useLiveState(), useStuckTaps(tapQueue).length),
    screenWatch(useWakeLock()),
    ...useIfoodWatch(storeIds),
  ]
  const troubles = watched.filter((one) => !one.ok).length
  return (
    <section className={styles.strip} aria-label="Guardião dos pedidos">
      <h2 className={troubles > 0 ? styles.bad : styles.good}>
        <Icon name={troubles > 0 ? 'alert' : 'check'} size={16} />
        {troubles > 0
          ? `Guardião: ${String(troubles)} ${troubles === 1 ? 'aviso' : 'avisos'}`
          : 'Guardião: tudo certo'}
      </h2>
      {watched.map((one) => (
        <Chip key={one.name} watched={one}>
          {one.name === 'Som' ? <SoundButtons state={sound} /> : null}
        </Chip>
      ))}
      {sound === 'on' ? null : (
        <Button variant="accent" icon="bell" onClick={soundOn}>
          Ligar o som
        </Button>
      )}
    </section>
  )
}

function Chip({ watched, children }: { readonly watched: Watched; readonly children?: ReactNode }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={`${styles.chip} ${watched.ok ? '' : styles.chipBad} ${watched.name === 'Som' ? styles.always : ''}`}
        popoverTarget={id}
        aria-label={`${watched.name}: ${watched.words}`}
      >
        <Icon name={watched.icon} size={16} />
        {watched.words}
      </button>
      <div popover="auto" id={id} className={styles.more} role="note">
        <b>{watched.name}</b>
        <p>{watched.repair}</p>
        {children}
      </div>
    </>
  )
}

function SoundButtons({ state }: { readonly state: SoundState }) {
  if (state !== 'on') return null
  return (
    <div className={styles.buttons}>
      <Button variant="plain" icon="bell" onClick={() => play('new')}>
        Testar
      </Button>
      <Button variant="ghost" icon="bell-off" onClick={soundOff}>
        Desligar
      </Button>
    </div>
  )
}

function soundWatch(state: SoundState): Watched {
  const words = { on: 'Som ligado', blocked: 'Som à espera de um toque', off: 'Som desligado' }[state]
  const repair = {
    on: 'Cada pedido novo toca até ser aceito. Atraso e cancelamento têm outros sons. Confira também o volume do aparelho.',
    blocked: 'O navegador só deixa tocar depois de um toque nesta tela. Toque em “Ligar o som”.',
    off: 'Ninguém ouve os pedidos novos neste aparelho. Toque em “Ligar o som”.',
  }[state]
  return { name: 'Som', icon: state === 'on' ? 'bell' : 'bell-off', ok: state === 'on', words, repair }
}

function lineWatch(state: LiveState, waiting: number): Watched {
  const taps =
    waiting > 0
      ? ` ${String(waiting)} ${waiting === 1 ? 'toque espera' : 'toques esperam'} a conexão e segue sozinho.`
      : ''
  return {
    name: 'Conexão',
    icon: state === 'stale' ? 'offline' : 'refresh',
    ok: state !== 'stale',
    words: state === 'live' ? 'Ao vivo' : state === 'connecting' ? 'Conectando' : 'Sem conexão',
    repair:
      (state === 'stale'
        ? 'Confira a internet deste aparelho. A tela mostra o último estado e tenta sozinha.'
        : 'Os pedidos chegam sem recarregar a página.') + taps,
  }
}

function screenWatch(state: WakeState): Watched {
  return {
    name: 'Tela',
    icon: 'eye',
    ok: state !== 'free',
    words: state === 'held' ? 'Tela acesa' : state === 'free' ? 'A tela pode apagar' : 'Tela',
    repair:
      state === 'held'
        ? 'Enquanto esta página estiver à vista, a tela não apaga.'
        : state === 'free'
          ? 'O aparelho não deixou manter a tela acesa (bateria fraca?). Ligue na tomada ou aumente o tempo de tela.'
          : 'Este navegador não mantém a tela acesa: ajuste o tempo de tela do aparelho.',
  }
}

/** What the partner says of the shown stores, and when it last spoke. */
function useIfoodWatch(storeIds: readonly string[]): readonly Watched[] {
  const { data } = useQuery({ ...queryFor(readStoresNow, { query: {} }), enabled: storeIds.length > 0 })
  const stores = (data?.stores ?? []).filter((store) => storeIds.includes(store.storeId))
  const troubled = stores.filter((store) => store.status.reasons.some((reason) => reason.channel === 'ifood'))
  if (stores.length === 0) return []
  return [
    {
      name: 'iFood',
      icon: 'order',
      ok: troubled.length === 0,
      words: troubled.length === 0 ? 'iFood respondendo' : `iFood: ${String(troubled.length)} com problema`,
      repair:
        troubled.length === 0
          ? 'Os pedidos do iFood chegam por aviso e por consulta a cada 30 segundos.'
          : troubled
              .map(
                (store) =>
                  `${store.name}: ${store.status.reasons.find((reason) => reason.channel === 'ifood')?.message ?? ''}`,
              )
              .join(' '),
    },
  ]
}
