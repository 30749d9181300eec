import { useState } from 'react'
import type { DaySoFar } from '../../contract/home/home.ts'
import { WhyClosedDialog } from '../stores/stores.ts'
import { StoresStreet } from '../stores/stores-street.tsx'
import { frontOf, streetText, type StoreNow } from '../stores/street.rules.ts'
import { Button } from '../ui/button.tsx'
import { SoldToday } from './sold-today.tsx'
import type { StoreOfList } from './store-of-list.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './home-stores.module.css'

/** "As lojas": how many are open, and each as a front with what it sold today. */
export function HomeStores({
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
  const [asking, setAsking] = useState(false)
  const fronts = stores.map((store) => frontOf(store, known.get(store.storeId)?.timezone, now))
  return (
    <section aria-labelledby="stores" className={styles.stores}>
      <Row align="baseline" wrap className={styles.heading}>
        <h2 id="stores">{stores.length === 1 ? 'A loja' : 'As lojas'}</h2>
        {fronts.some(({ drawing }) => drawing.state !== 'open') ? (
          <Button variant="soft" onClick={() => setAsking(true)}>
            Por que {stores.length === 1 ? 'está fechada' : 'há fechadas'}?
          </Button>
        ) : null}
        <Muted size={2}>
          {stores.length === 1 ? '' : `${streetText(fronts)}. `}Na vitrine, os pedidos em andamento.
        </Muted>
      </Row>
      <StoresStreet
        stores={stores}
        known={known}
        now={now}
        sold={(storeId) => <SoldToday today={today} storeId={storeId} />}
      />
      {asking ? (
        <WhyClosedDialog storeIds={stores.map(({ storeId }) => storeId)} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  )
}
