import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addressOfChoice, useSelection } from '../../stores/selection.ts'
import type { PeriodSearch } from './period-search.rules.ts'
import type { PeriodChange } from './report-controls.tsx'

/** Writes into the address of this page; undefined takes out. */
export function useAddress() {
  const navigate = useNavigate()
  return (change: Readonly<Record<string, unknown>>, replace = false) =>
    // Each report's search differs: what is malformed its page leaves out again.
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace })
}

/** The chosen stores stand in the address, so that it shows the same to another person (`chooseFromAddress` reads it). */
export function useSelectionInAddress(
  search: Pick<PeriodSearch, 'group' | 'store' | 'channel'>,
  change: (change: PeriodChange, replace: boolean) => void,
): void {
  const { choice } = useSelection('manager')
  const wanted = addressOfChoice(choice)
  const differs =
    wanted.group !== search.group || wanted.store !== search.store || wanted.channel !== search.channel
  useEffect(() => {
    if (differs) change({ group: undefined, store: undefined, channel: undefined, ...wanted }, true)
    // Only when the choice or the address has changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [differs, wanted.group, wanted.store, wanted.channel])
}
