import { useNavigate } from '@tanstack/react-router'
import { notify } from '../ui/notices.tsx'
import { GroupForm } from './form/group-form.tsx'
import { toGroup } from './to-store.ts'

/** The stores that a screen shows, kept under a name. */
export function SaveAsGroup({
  storeIds,
  onClose,
}: {
  readonly storeIds: readonly string[]
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  return (
    <GroupForm
      group={null}
      storeIds={storeIds}
      onClose={onClose}
      onSaved={(group) => {
        toGroup(group.id)
        onClose()
        notify(`Grupo ${group.name} criado.`, 'plain', {
          label: 'Abrir a página',
          run: () => void navigate({ to: '/$groupSlug', params: { groupSlug: group.slug } }),
        })
      }}
    />
  )
}
