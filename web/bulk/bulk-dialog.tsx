import { useState } from 'react'
import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ActResult } from './act-result.tsx'
import { AskAction, firstAsk } from './ask-action.tsx'
import { actionWords } from './bulk-words.rules.ts'
import { Rehearsal } from './rehearsal.tsx'
import type { StoreOfAct } from './store-of-act.ts'

interface BulkProps {
  /** Those that may be chosen. */
  readonly stores: readonly StoreOfAct[]
  /** None are chosen at first: what they have would be replaced. */
  readonly noneAtFirst?: boolean
  /** Chosen before; null: the person chooses here. */
  readonly action?: BulkAction | null
  /** An act that is asked for already. */
  readonly actId?: string | null
  readonly onClose: () => void
}

/** Three steps: what, what would happen in each store, what happened. Nothing changes before the second is confirmed. */
export function BulkDialog({
  stores,
  noneAtFirst = false,
  action: given = null,
  actId = null,
  onClose,
}: BulkProps) {
  const [action, setAction] = useState(given)
  // Kept while the rehearsal is looked at.
  const [asked, setAsked] = useState(() => firstAsk(stores))
  const [running, setRunning] = useState(actId)
  if (running)
    return (
      <Dialog title="Em várias lojas" roomy onClose={onClose}>
        <ActResult actId={running} stores={stores} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={action ? actionWords(action).title : 'Em várias lojas'} roomy onClose={onClose}>
      {action ? (
        <Rehearsal
          action={action}
          stores={stores}
          noneAtFirst={noneAtFirst}
          onBack={given ? null : () => setAction(null)}
          onBegun={({ id }) => setRunning(id)}
        />
      ) : (
        <AskAction stores={stores} asked={asked} onChange={setAsked} onAsked={setAction} />
      )}
    </Dialog>
  )
}
