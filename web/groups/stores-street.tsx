import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Reply } from '../../contract/shared/route.ts'
import type { readStoresNow } from '../../contract/stores/stores.ts'
import { ShopFront } from '../stores/shop-front.tsx'
import type { StoreMark } from '../stores/store-marks.rules.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../words/format.ts'
import { frontOf } from './store-front.rules.ts'
import { toStore } from './to-store.ts'
import styles from './stores-street.module.css'

type StoreNow = Reply<typeof readStoresNow>['stores'][number]

/** More fronts than this open on request: they are drawn and read one by one. */
const shownAtFirst = 12

/** The stores as shop fronts on one pavement; each is the way to its board. */
export function StoresStreet({
  stores,
  marks,
  timezones,
  now,
}: {
  readonly stores: readonly StoreNow[]
  readonly marks: ReadonlyMap<string, StoreMark>
  readonly timezones: ReadonlyMap<string, string>
  readonly now: Date
}) {
  const [all, setAll] = useState(false)
  const shown = all ? stores : stores.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles.street}>
        {shown.map((store) => {
          const front = frontOf(store, timezones.get(store.storeId), now)
          return (
            <li key={store.storeId}>
              <Link to="/menu/orders" onClick={() => toStore(store.storeId)}>
                <span className={styles.pavement}>
                  <ShopFront mark={marks.get(store.storeId)} name={store.name} {...front.drawing} />
                </span>
                <b>{store.name}</b>
                <span className={styles.line}>{front.line}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {shown.length < stores.length ? (
        <Button onClick={() => setAll(true)}>
          Mostrar {plural(stores.length - shown.length, 'outra loja', 'outras lojas')}
        </Button>
      ) : null}
    </>
  )
}
