import { Link } from '@tanstack/react-router'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { allGroups } from '../browser/storage.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../words/format.ts'
import { FrontMenu } from './channels/front-menu.tsx'
import { choose } from './selection.ts'
import { ShopFront } from './shop-front.tsx'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { frontOf, type StoreNow } from './street.rules.ts'
import styles from './stores-street.module.css'

interface StoreOfStreet {
  readonly mark: StoreMark | undefined
  readonly timezone: string
}

/** More fronts than this open on request: they are drawn and read one by one. */
const shownAtFirst = 12

/**
 * The stores as shop fronts on one pavement; each is the way to its board. Below a heading of level 2. The CSS
 * variable --least-front of a parent says how narrow a front may become.
 */
export function StoresStreet({
  stores,
  known,
  now,
  sold,
}: {
  readonly stores: readonly StoreNow[]
  readonly known: ReadonlyMap<string, StoreOfStreet>
  readonly now: Date
  /** What else is said between the name and the state. */
  readonly sold?: (storeId: string) => ReactNode
}) {
  const [all, setAll] = useState(false)
  const shown = all ? stores : stores.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles.street} style={{ '--fronts': shown.length } as CSSProperties}>
        {shown.map((store) => {
          const { drawing, late, line } = frontOf(store, known.get(store.storeId)?.timezone, now)
          return (
            <li key={store.storeId}>
              <Link to="/menu/orders" onClick={() => choose({ groupId: allGroups, storeId: store.storeId })}>
                <span className={styles.pavement}>
                  <ShopFront mark={known.get(store.storeId)?.mark} name={store.name} {...drawing} />
                </span>
                <h3 className={styles.name}>{store.name}</h3>
                {sold?.(store.storeId)}
                <span className={styles.line}>
                  {late ? <b>{late}</b> : null}
                  {late && line ? ', ' : null}
                  {line}
                </span>
              </Link>
              <FrontMenu store={store} />
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
