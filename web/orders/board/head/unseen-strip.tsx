import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readStoresNow, type Store } from '../../../../contract/stores/stores.ts'
import { queryFor } from '../../../api/query.ts'
import { mayPlay, soundOn, useSoundState } from '../../../browser/sounds.ts'
import { useTick } from '../../../browser/ticks.ts'
import { Icon } from '../../../ui/icon.tsx'
import { stripWords } from '../../../presence/presence.ts'
import { markOf, nameAmongStores } from '../../../stores/store-facts.ts'
import styles from './board-head.module.css'

/** Channels of the shown stores whose orders nobody would see. */
export function useUnseen(stores: readonly Store[]) {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  return (data?.stores ?? [])
    .filter(({ storeId }) => stores.some(({ id }) => id === storeId))
    .flatMap(({ storeId, presence }) =>
      (presence ?? []).map((one) => ({
        ...one,
        store: nameAmongStores(storeId) === null ? null : (markOf(storeId)?.code ?? null),
      })),
    )
}

/** What closes and when, and the tap that ends it: a board with sound sees every order. */
export function UnseenStrip({ unseen }: { readonly unseen: ReturnType<typeof useUnseen> }) {
  const sound = useSoundState()
  const here = useTick(() => mayPlay('new'))
  const strong = useTick((now) => stripWords(unseen, here, now)?.strong ?? '')
  const rest = useTick((now) => stripWords(unseen, here, now)?.rest ?? '')
  return (
    <div className={`${styles.strip} ${styles.unseen}`}>
      <Icon name="bell-off" size={18} />
      <b>{strong}</b>
      <span className={styles.why} role="status">
        {rest}
      </span>
      {sound !== 'on' ? (
        <button type="button" onClick={soundOn}>
          Ligar o som
        </button>
      ) : here ? null : (
        <Link to="/settings" search={{ tab: 'notificacoes' }}>
          Ligar o som dos pedidos
        </Link>
      )}
    </div>
  )
}
