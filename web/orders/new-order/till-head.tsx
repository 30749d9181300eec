import { orderTypeNames } from '../../../contract/orders/labels.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { Row } from '../../kit/layout.tsx'
import { ChoiceChips } from '../../ui/choice-chips.tsx'
import { typesOf } from './empty-draft.rules.ts'
import styles from './till.module.css'

/** For which store and which way. */
export function TillHead({
  stores,
  store,
  type,
  onStore,
  onType,
}: {
  readonly stores: readonly Store[]
  readonly store: Store
  readonly type: OrderType
  readonly onStore: (id: string) => void
  readonly onType: (type: OrderType) => void
}) {
  return (
    <Row gap={14} className={styles.head}>
      {stores.length > 1 ? (
        <select aria-label="Loja" value={store.id} onChange={(event) => onStore(event.target.value)}>
          {stores.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <ChoiceChips
        label="Tipo"
        options={typesOf(store).map((one) => [one, orderTypeNames[one]] as const)}
        value={type}
        onChoose={onType}
      />
    </Row>
  )
}
