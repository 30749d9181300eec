import { Link } from '@tanstack/react-router'
import type { Soon } from '../../contract/home/home.ts'
import { allGroups } from '../browser/storage.ts'
import { choose } from '../stores/selection.ts'
import { withPlace } from '../words/format.ts'
import { whenLabel } from '../words/when-words.ts'
import type { StoreOfList } from './store-of-list.ts'
import { soonWords } from './home-words.rules.ts'
import styles from './coming-up.module.css'

const maxShown = 5

/** "Daqui a pouco": what happens next on its own. Nothing without facts. */
export function ComingUp({
  soon,
  stores,
  now,
}: {
  readonly soon: readonly Soon[]
  readonly stores: ReadonlyMap<string, StoreOfList>
  readonly now: Date
}) {
  if (soon.length === 0) return null
  return (
    <section aria-labelledby="soon" className={styles.soon}>
      <h2 id="soon">Daqui a pouco</h2>
      <ol>
        {soon.slice(0, maxShown).map((event) => (
          <li key={`${event.kind} ${event.at}`}>
            <Link to="/menu/orders" onClick={() => choose({ groupId: allGroups, storeIds: event.storeIds })}>
              <b>{timeOf(event, stores, now)}</b>
              <span>{soonWords(event, (storeId) => stores.get(storeId)?.name ?? 'sua loja')}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** By the clock of the store, with its town where that is not the reader's: the list is in order all the same. */
function timeOf({ at, storeIds }: Soon, stores: ReadonlyMap<string, StoreOfList>, now: Date): string {
  const timezone = stores.get(storeIds[0] ?? '')?.timezone ?? 'America/Sao_Paulo'
  return withPlace(whenLabel(at, now, timezone), at, timezone)
}
