import type { Group } from '../../contract/groups/groups.ts'
import { setFirstShown } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'
import { createStore, useStore } from '../kit/create-store.ts'
import {
  allGroups,
  groupIn,
  readStored,
  selectedGroupKey,
  selectedStoresKey,
  writeStored,
} from '../browser/storage.ts'
import { addressOfChoice, asOne, choiceIn, everything, type Choice, type Chosen } from './choice.rules.ts'

const choice = createStore<Choice>({ ...rememberedChoice(), at: 0 })
setFirstShown((own) => {
  const { storeIds, groupId } = choice.get()
  // A group is never chosen beside stores.
  if (groupId === allGroups) return storeIds[0] ?? own[0]
  // Unknown until the groups are read.
  const groups = queryClient.getQueryData<readonly Group[]>(['readMyGroups', {}, null])
  return groups?.find(({ id }) => id === groupId)?.stores.find(({ id }) => own.includes(id))?.id
})

/** `storeId` is short for a set of one store; null: all of them. */
export interface ChoiceChange extends Partial<Chosen> {
  readonly storeId?: string | null
}

/** Choosing a group filters to its stores; no group is `all` (docs/product/stores.md, fixed). */
export function choose({ storeId, ...change }: ChoiceChange): void {
  const storeIds = storeId === undefined ? change.storeIds : storeId === null ? [] : [storeId]
  const ofGroup = change.groupId === undefined ? {} : { storeIds: [] }
  const ofChannel = change.platform === undefined ? {} : { merchantId: null }
  const next = { ...choice.get(), ...ofGroup, ...ofChannel, ...change, ...(storeIds ? { storeIds } : {}) }
  const chosen = { ...asOne(next), at: Date.now() }
  remember(chosen)
  choice.set(chosen)
}

export const useChoice = (): Choice => useStore(choice)

/** Runs before a page whose address names stores is drawn: a link shows the same to everyone. */
export function chooseFromAddress(search: object): void {
  const named = choiceIn({ ...search })
  if (named) choose(named)
}

/** The group has its own key, whose name is fixed (docs/product/groups.md). */
function remember(chosen: Chosen): void {
  writeStored(selectedGroupKey, chosen.groupId)
  const { group: _group, ...rest } = addressOfChoice(chosen)
  const text = new URLSearchParams({ ...rest }).toString()
  writeStored(selectedStoresKey, text === '' ? null : text)
}

export function rememberedChoice(): Chosen {
  const group = groupIn(readStored(selectedGroupKey)) ?? allGroups
  const rest = Object.fromEntries(new URLSearchParams(readStored(selectedStoresKey) ?? ''))
  return choiceIn({ ...rest, group }) ?? everything
}
