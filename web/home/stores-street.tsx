import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DaySoFar } from '../../contract/home/home.ts'
import { allGroups } from '../browser/storage.ts'
import { choose } from '../stores/selection.ts'
import { ShopFront } from '../stores/shop-front.tsx'
import { Button } from '../ui/button.tsx'
import { moneyShort, plural } from '../words/format.ts'
import { ChangeText } from './change-text.tsx'
import type { StoreOfList } from './needs-list.tsx'
import { frontOf, streetText, type StoreNow } from './street.rules.ts'
import styles from './stores-street.module.css'

/** More fronts than this open on request: they are drawn and read one by one. */
const shownAtFirst = 12

/** The stores as shop fronts on one pavement; each is the way to its board. */
export function StoresStreet({
  stores,
  known,
  today,
  now,
}: {
  readonly stores: readonly StoreNow[]
  readonly known: ReadonlyMap<string, StoreOfList>
  /** Null below manager. */
  readonly today: DaySoFar | null
  readonly now: Date
}) {
  const [all, setAll] = useState(false)
  const fronts = stores.map((store) => ({
    store,
    front: frontOf(store, now, known.get(store.storeId)?.timezone ?? 'America/Sao_Paulo'),
    sold: today?.stores.find(({ storeId }) => storeId === store.storeId) ?? null,
  }))
  const shown = all ? fronts : fronts.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="stores">
      <div className={styles.heading}>
        <h2 id="stores">{stores.length === 1 ? 'A loja' : 'As lojas'}</h2>
        <p>{streetText(fronts.map(({ front }) => front))}. Na vitrine, os pedidos em andamento.</p>
      </div>
      <ul className={styles.street}>
        {shown.map(({ store, front, sold }) => (
          <li key={store.storeId}>
            <Link to="/menu/orders" onClick={() => choose({ groupId: allGroups, storeId: store.storeId })}>
              <span className={styles.pavement}>
                <ShopFront mark={known.get(store.storeId)?.mark} name={store.name} {...front.drawing} />
              </span>
              <h3 className={styles.name}>{store.name}</h3>
              {sold ? (
                <span className={styles.sold}>
                  <b>{moneyShort(sold.netCents)}</b>{' '}
                  <ChangeText now={sold.netCents} usual={sold.usualNetCents} />
                </span>
              ) : null}
              <span className={styles.line} data-bad={front.bad || undefined}>
                {front.line}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < fronts.length ? (
        <Button onClick={() => setAll(true)}>
          Mostrar {plural(fronts.length - shown.length, 'outra loja', 'outras lojas')}
        </Button>
      ) : null}
    </section>
  )
}
