import { lazyPart } from '../../screens/stale-chunk.ts'
import { useStores } from '../further/use-stores.ts'

const DecideDialog = lazyPart(() => import('../hours/decide-dialog.tsx'), 'DecideDialog')

/** Decides about a holiday in all these stores at once. */
export function DecideHoliday({
  holiday: { day, name, storeIds },
  onClose,
}: {
  readonly holiday: { readonly day: string; readonly name: string; readonly storeIds: readonly string[] }
  readonly onClose: () => void
}) {
  const stores = useStores(storeIds)
  const [first] = stores ?? []
  if (!stores || !first) return null
  return (
    <DecideDialog
      day={{ day, name, decided: null, asks: true }}
      store={first}
      stores={stores}
      today={first.businessDay.day}
      onClose={onClose}
    />
  )
}
