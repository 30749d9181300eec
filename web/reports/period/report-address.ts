import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addressOfChoice, type ChoiceAddress } from '../../stores/choice.rules.ts'
import { useSelection } from '../../stores/selection.ts'

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
  search: ChoiceAddress,
  change: (change: Readonly<Record<string, unknown>>, replace: boolean) => void,
): void {
  const { choice } = useSelection('manager')
  const wanted = addressOfChoice(choice)
  const differs = names.some((name) => wanted[name] !== search[name])
  useEffect(() => {
    if (differs) change({ ...none, ...wanted }, true)
    // Only when the choice or the address changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [differs, ...names.map((name) => wanted[name])])
}

const names = ['group', 'stores', 'channel', 'merchant'] as const
/** `store` is of older links. */
const none = {
  group: undefined,
  store: undefined,
  stores: undefined,
  channel: undefined,
  merchant: undefined,
}
