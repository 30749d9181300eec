import { useState } from 'react'
import type { Store } from '../../contract/stores/stores.ts'
import { Awning } from '../marks/awning.tsx'
import { storeMarks } from '../marks/store-marks.rules.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { TextField } from '../ui/text-field.tsx'
import { matchingStores } from './store-scope.rules.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './store-switcher.module.css'

/** Longer lists get a search. */
const listedWithoutSearch = 8

/** "vale para …": the one place where the store of every store section is chosen. */
export function StoreSwitcher({
  store,
  stores,
  onChoose,
}: {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly onChoose: (storeId: string) => void
}) {
  const marks = storeMarks(stores)
  if (stores.length < 2)
    return (
      <span className={styles.only}>
        <Awning mark={marks.get(store.id)} size={20} /> {store.name}
      </span>
    )
  return (
    <Popover
      label={`Mudar a loja dos ajustes, agora ${store.name}`}
      className={styles.word ?? ''}
      text={
        <>
          <Awning mark={marks.get(store.id)} size={20} />
          <Hidden>Mudar a loja dos ajustes, agora </Hidden>
          <span className={styles.name}>{store.name}</span>
        </>
      }
    >
      {(close) => (
        <StoreList
          store={store}
          stores={stores}
          onChoose={(id) => {
            close()
            onChoose(id)
          }}
        />
      )}
    </Popover>
  )
}

function StoreList({
  store,
  stores,
  onChoose,
}: {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly onChoose: (storeId: string) => void
}) {
  const [typed, setTyped] = useState('')
  const marks = storeMarks(stores)
  const found = matchingStores(stores, typed)
  return (
    <Stack gap={10} className={styles.list}>
      {stores.length > listedWithoutSearch ? (
        <TextField
          label="Buscar loja"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      <ul>
        {found.map((one) => (
          <li key={one.id}>
            <Row
              as="button"
              gap={12}
              type="button"
              aria-current={one.id === store.id ? 'true' : undefined}
              onClick={() => onChoose(one.id)}
            >
              <Awning mark={marks.get(one.id)} size={22} />
              <span>{one.name}</span>
              {one.id === store.id ? <Icon name="check" size={18} /> : null}
            </Row>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p>Nenhuma loja com esse nome.</p> : null}
    </Stack>
  )
}
