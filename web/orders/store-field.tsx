import { useState } from 'react'
import type { Store } from '../../contract/stores/stores.ts'
import { SelectField } from '../ui/text-field.tsx'

/** One of the shown stores; the first by default. */
export function useStoreChoice(stores: readonly Store[]): readonly [Store | undefined, (id: string) => void] {
  const [storeId, setStoreId] = useState(stores[0]?.id ?? '')
  return [stores.find((one) => one.id === storeId) ?? stores[0], setStoreId]
}

/** Hidden if there is only one store. */
export function StoreField({
  stores,
  store,
  onChange,
}: {
  readonly stores: readonly Store[]
  readonly store: Store
  readonly onChange: (id: string) => void
}) {
  if (stores.length < 2) return null
  return (
    <SelectField
      label="Loja"
      value={store.id}
      options={stores.map((one) => [one.id, one.name] as const)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
