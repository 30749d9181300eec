import { folded } from '../../../../contract/shared/folded.ts'
import type { ItemThere, OptionThere } from '../../../marketplaces/merchant.ts'
import type { AskedOption, OwnOption } from './own-options.reads.ts'

/** What the matches of options become after a catalogue was read. */
export interface OptionMatches {
  /** Options there that are one of ours. `id`: of a row that has no option any more; null: a new row. */
  readonly matched: readonly {
    readonly id: string | null
    readonly optionId: string
    readonly partnerOptionId: string
    /** As it is there. */
    readonly priceCents: number | null
  }[]
  /** Rows of what is gone there, and has another match or no option here. */
  readonly dropped: readonly string[]
}

/**
 * An option there is matched once, within its item: by its code, else by its name and its group's, else by its name
 * alone where only one has it. Several there may be one of ours: groups that a menu has once, a marketplace may have for
 * each item.
 */
export function optionMatches(
  rows: readonly Pick<OwnOption, 'id' | 'optionId' | 'partnerOptionId'>[],
  asked: readonly AskedOption[],
  there: readonly ItemThere[],
): OptionMatches {
  const own = Map.groupBy(asked, ({ partnerItemId }) => partnerItemId)
  const published = there.flatMap((item) => {
    const options = own.get(item.itemId)
    return options ? [{ options, shown: item.options ?? [] }] : []
  })
  const rowOf = new Map(rows.map((row) => [row.partnerOptionId, row]))
  const done = new Set(rows.flatMap(({ optionId, partnerOptionId }) => (optionId ? [partnerOptionId] : [])))
  const matched: OptionMatches['matched'][number][] = []
  for (const { options, shown } of published)
    for (const option of shown) {
      const { optionId: partnerOptionId, priceCents } = option
      const optionId = done.has(partnerOptionId) ? null : sameOption(options, option)
      if (optionId === null) continue
      done.add(partnerOptionId)
      matched.push({ id: rowOf.get(partnerOptionId)?.id ?? null, optionId, partnerOptionId, priceCents })
    }
  const isShown = new Set(there.flatMap(({ options = [] }) => options.map(({ optionId }) => optionId)))
  const isMatchedElse = new Set(matched.map(({ optionId }) => optionId))
  const dropped = rows.flatMap(({ id, optionId, partnerOptionId }) =>
    !isShown.has(partnerOptionId) && (optionId === null || isMatchedElse.has(optionId)) ? [id] : [],
  )
  return { matched, dropped }
}

function sameOption(options: readonly AskedOption[], there: OptionThere): string | null {
  const name = folded(there.name)
  const sameName = options.filter((option) => name !== '' && folded(option.name) === name)
  return (
    only(options.filter(({ externalCode }) => externalCode !== '' && externalCode === there.externalCode)) ??
    only(sameName.filter(({ group }) => folded(group) === folded(there.group))) ??
    only(sameName)
  )
}

function only(options: readonly AskedOption[]): string | null {
  const ids = new Set(options.map(({ optionId }) => optionId))
  const [id] = ids
  return ids.size === 1 ? (id ?? null) : null
}
