import { draftOption, fitsGroups } from '../../asked-groups.rules.ts'
import type { ChatItem, ChatMenu, DraftOption } from '../../chat-state.ts'
import { matchItem, type Meaning } from '../match-item.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import { lineOf, replaceLine, withLine, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { menuWords, type Word } from '../words.rules.ts'

interface Wanted {
  readonly words: readonly Word[]
  /** Null: as many as go. */
  readonly quantity: number | null
  /** How many of the old line go. Null: all. */
  readonly of: number | null
  readonly menu: ChatMenu
}

/**
 * Another item in place of a line, or of some of it. Options of the same names and wishes stay: a pizza keeps its flavour
 * when its size changes. Null: no item of the menu is named.
 */
export function replaceItem(
  sheet: Sheet,
  old: SheetLine,
  { words, quantity, of, menu }: Wanted,
): Sheet | null {
  const match = matchItem(words, menu)
  if (match.type === 'none' || match.type === 'near') return null
  const isPart = of !== null && of < old.quantity
  const line = lineOf(words, quantity ?? (isPart ? of : old.quantity), match)
  // Until it is known which one, the old line stays.
  if (match.type !== 'one') return isPart ? null : withLine(sheet, { ...line, replaces: old.draft })
  const meaning = withKept(match.meaning, old)
  const isSameKind = meaning.item.categoryId === old.meanings[0]?.item.categoryId
  const notes = [...new Set([...(isSameKind ? old.notes : []), ...line.notes])]
  const now: SheetLine = { ...line, meanings: [meaning], notes }
  if (isOtherSize(old.meanings[0]?.item, meaning.item, words))
    return isPart ? null : withLine(sheet, { ...now, isNear: true, replaces: old.draft })
  if (!isPart) return replaceLine(sheet, old, [now])
  const isWhole = fitsGroups(meaning.item, meaning.options)
  return isWhole ? replaceLine(sheet, old, [{ ...old, quantity: old.quantity - of }, now]) : null
}

/** "a coca é zero" of a bottle, where the menu has cans only: the size changes without a word. */
function isOtherSize(old: ChatItem | undefined, item: ChatItem, said: readonly Word[]): boolean {
  if (!old) return false
  const [before, after] = [menuWords(old), menuWords(item)]
  const sizes = before.filter(({ text }) => measure.test(text))
  const others = after.filter(({ text }) => measure.test(text))
  const isKept = others.some(({ text }) =>
    [...sizes, ...said].some((one) => likeness(one.text, text) !== null),
  )
  const isSizeSaid = said.some(({ text }) => measure.test(text))
  return before[0]?.text === after[0]?.text && sizes.length > 0 && others.length > 0 && !isKept && !isSizeSaid
}
const measure = /^(?:lata|latinha|garrafa|\d{3}(?:ml)?|\d+(?:\.\d)?l)$/

/** With the options of the old line that the new item has, too, if none were named. */
function withKept(meaning: Meaning, { meanings: [old] }: SheetLine): Meaning {
  const { item, options } = meaning
  if (!old || options.length > 0) return meaning
  const kept = old.options.flatMap((one) => sameOption(one, item))
  return kept.length > 0 && fitsGroups(item, kept) ? { ...meaning, options: kept } : meaning
}

function sameOption({ name, quantity }: DraftOption, { groups }: ChatItem): readonly DraftOption[] {
  for (const group of groups) {
    const option = group.options.find((one) => one.name === name)
    if (option) return [draftOption(group, option, quantity)]
  }
  return []
}
