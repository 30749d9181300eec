import { fitsGroups } from '../../asked-groups.rules.ts'
import { isSure, matchItem } from '../match-item.rules.ts'
import { matchOptions } from '../match-options.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { lastAdded, linesNamed, replaceLine, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { wordKey } from '../spelling/same-word.rules.ts'
import { isSaid, places } from '../vocabulary.rules.ts'
import type { ChatMenu, DraftOption } from '../../chat-state.ts'
import type { Word } from '../words.rules.ts'

/** "bota um bacon nele", "põe borda de catupiry": an option more for the only line that can have it. Null: it is an item. */
export function withMoreOptions(
  sheet: Sheet,
  { words, quantity, isMore, hasArticle }: Piece,
  menu: ChatMenu,
): Sheet | null {
  const known = hasArticle && quantity === null && !isMore ? ofKnown(sheet, words, menu) : null
  if (known) return known
  if (lastAdded(sheet) !== null || isMore) return null
  const said = withoutPlace(words).filter(({ text }) => !pointing.has(text))
  const isPointed = said.length < words.length
  if (quantity !== null && !(quantity === 1 && isPointed)) return null
  const match = matchItem(said, menu)
  if (match.type === 'one' && isSure(match.meaning)) return null
  const able = sheet.lines.flatMap((line) => extended(line, said) ?? [])
  const [only, ...others] = able
  return only && others.length === 0 ? replaceLine(sheet, only.line, [only.now]) : null
}

/** "esse x-tudo com bacon": the one that is ordered. Null: it is no such line, or several can be meant. */
function ofKnown(sheet: Sheet, words: readonly Word[], menu: ChatMenu): Sheet | null {
  const at = words.findIndex(({ text }) => text === 'com')
  const [line, ...others] = at < 1 ? [] : linesNamed(words.slice(0, at), sheet, { menu, isExact: true })
  const known = line && others.length === 0 ? extended(line, words.slice(at)) : null
  return known && replaceLine(sheet, known.line, [known.now])
}

/** "no lanche", "na pizza". */
function withoutPlace(words: readonly Word[]): readonly Word[] {
  const [place, thing] = words.slice(-2)
  const isPlace = words.length > 2 && places.has(place?.text ?? '') && things.has(wordKey(thing?.text ?? ''))
  return isPlace ? [...words.slice(0, -2), { text: 'nele', raw: '' }] : words
}
const things = new Set([
  'lanche',
  'pizza',
  'hamburguer',
  'burger',
  'acai',
  'marmitex',
  'prato',
  'pedido',
  'copo',
])

/** What speaks of a thing that was named before. */
const pointing = new Set(['nele', 'nela', 'nesse', 'nessa', 'neste', 'nesta', 'dele', 'dela'])

interface Extended {
  readonly line: SheetLine
  readonly now: SheetLine
}

const hasGroup = (options: readonly DraftOption[], name: string): boolean =>
  options.some(({ groupName }) => groupName === name)

/** Of two, it may be wanted in one or in both. */
export function extended(line: SheetLine, said: readonly Word[]): Extended | null {
  const [only, ...others] = line.meanings
  if (!only || others.length > 0 || line.quantity !== 1 || !line.draft) return null
  const { options, left, wanted } = matchOptions(said, only.item)
  // "quero com borda": which one is asked.
  if (wanted !== null && options.length === 0 && !left.some(isSaid) && !hasGroup(only.options, wanted))
    return { line, now: { ...line, draft: null, replaces: line.draft, meanings: [{ ...only, wanted }] } }
  const fresh = options.filter(
    (one) => !only.options.some(({ menuOptionId }) => menuOptionId === one.menuOptionId),
  )
  const all = [...only.options, ...fresh]
  if (fresh.length === 0 || left.some(isSaid) || !fitsGroups(only.item, all)) return null
  return {
    line,
    now: { ...line, draft: { ...line.draft, options: all }, meanings: [{ ...only, options: all }] },
  }
}
