import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addressOfChoice, useSelection } from '../../stores/selection.ts'
import type { PeriodSearch } from './period-search.rules.ts'
import type { PeriodChange } from './report-controls.tsx'

/** Changes the address of this page; undefined removes a parameter. */
export function useAddress() {
  const navigate = useNavigate()
  return (change: Readonly<Record<string, unknown>>, replace = false) =>
    // The search type differs by report: each page drops malformed values.
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace })
}

/**
 * Puts the chosen stores into the address, so that a link shows the same to others (`chooseFromAddress` reads
 * it).
 */
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
    // Only when the choice or the address changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [differs, wanted.group, wanted.store, wanted.channel])
}
