import { useState } from 'react'
import type { Group } from '../../../contract/groups/groups.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { lazyPart } from '../../screens/stale-chunk.ts'
import { Button } from '../../ui/button.tsx'

const GroupTeamDialog = lazyPart(() => import('./group-team-dialog.tsx'), 'GroupTeamDialog')

/** The button that opens the group's team, for those who may change the group. */
export function GroupTeam({
  group,
  stores,
}: {
  readonly group: Group
  readonly stores: readonly { readonly id: string; readonly name: string }[]
}) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" icon="team" onClick={() => setOpen(true)} aria-label="Equipe do grupo">
        {phone ? 'Equipe do grupo' : 'Equipe'}
      </Button>
      {open ? (
        <GroupTeamDialog
          group={group}
          names={new Map(stores.map(({ id, name }) => [id, name]))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
