import { useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { BulkAction } from '../../../contract/bulk/bulk.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { BulkDialog, storesOfAct } from '../../bulk/bulk.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import styles from './apply-elsewhere.module.css'
import { ScopeSlotContext } from '../scope-slot.ts'
import { useOpenDrafts } from '../open-drafts.ts'

/** "aplicar também em…", in the head of the page: the shown settings for other stores, as one act of all of them. */
export function ApplyElsewhere({
  store,
  stores,
  action,
  onDone,
}: {
  readonly store: Store
  /** The stores of the section, the shown one included. */
  readonly stores: readonly Store[]
  /** Gives the other stores what this one has. */
  readonly action: BulkAction
  /** What the panel knows of them is old. */
  readonly onDone: () => unknown
}): ReactNode {
  const slot = useContext(ScopeSlotContext)
  const unsaved = useOpenDrafts().length > 0
  const phone = useIsPhone()
  // As it was when the link was pressed: a change from elsewhere does not alter what is being looked at.
  const [given, setGiven] = useState<BulkAction | null>(null)
  if (stores.length < 2) return null
  const link = (
    <button
      type="button"
      className={styles.link}
      aria-disabled={unsaved || undefined}
      title={unsaved ? 'Antes, salve ou descarte o que mudou aqui.' : undefined}
      onClick={() => {
        if (!unsaved) setGiven(action)
      }}
    >
      {phone ? 'aplicar em…' : 'aplicar também em…'}
    </button>
  )
  return (
    <>
      {slot ? createPortal(link, slot) : link}
      {given ? (
        <BulkDialog
          noneAtFirst
          action={given}
          stores={storesOfAct(stores.filter(({ id }) => id !== store.id))}
          onClose={() => {
            void onDone()
            setGiven(null)
          }}
        />
      ) : null}
    </>
  )
}
