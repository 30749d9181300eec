import { useState } from 'react'
import type { GroupPage } from '../../../contract/groups/groups.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { lazyPart } from '../../screens/stale-chunk.ts'
import { Button } from '../../ui/button.tsx'

const GroupMenuDialog = lazyPart(() => import('./group-menu-dialog.tsx'), 'GroupMenuDialog')

/** The button that opens the menu of the chain. */
export function GroupMenuButton({
  slug,
  page,
  stores,
}: {
  readonly slug: string
  readonly page: GroupPage
  readonly stores: readonly StoreOfAct[]
}) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" icon="menu" onClick={() => setOpen(true)} aria-label="Cardápio da rede">
        {phone ? 'Cardápio da rede' : 'Cardápio'}
      </Button>
      {open ? (
        <GroupMenuDialog slug={slug} page={page} stores={stores} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
