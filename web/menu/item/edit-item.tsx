import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { useMenu } from '../menu-data.ts'

/** The dialog of one item, for other screens: reads the store's menu first. */
export function EditItem({
  store,
  itemId,
  onClose,
}: {
  readonly store: { readonly id: string; readonly name: string }
  readonly itemId: string
  readonly onClose: () => void
}) {
  const menu = useMenu(store.id)
  const item = menu.data?.items.find((one) => one.id === itemId)
  if (menu.data && item)
    return <ItemDialog store={store} menu={menu.data} item={item} others={[]} onClose={onClose} />
  return (
    <Dialog title="Editar item" onClose={onClose}>
      {menu.data ? (
        <EmptyState title="Este item saiu do cardápio" />
      ) : menu.error ? (
        <ErrorState
          message={errorSentence(menu.error)}
          requestId={requestIdOf(menu.error)}
          onRetry={() => void menu.refetch()}
        />
      ) : (
        <Skeleton height={420} />
      )}
    </Dialog>
  )
}
