import { fitsGroups } from '../../asked-groups.rules.ts'
import { isSure, type Match, type Meaning } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { replaceLine, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'

/** "o x-egg sem cebola" behind "1 x-egg": that one, and no second. What else it may mean is asked. */
export function ofKnown(sheet: Sheet, piece: Piece, match: Match): Sheet | null {
  const { words, quantity, hasArticle, isMore } = piece
  if (!hasArticle || quantity !== null || isMore || match.type !== 'one') return null
  const { meaning } = match
  const [line, ...others] = sheet.lines.filter(({ meanings }) =>
    meanings.some(({ item }) => item === meaning.item),
  )
  if (!line || (line.draft && !isSure(meaning))) return null
  const now = others.length === 0 ? wished(line, meaning) : null
  return now ? replaceLine(sheet, line, [now]) : withUnknown(sheet, rawText(words))
}

/** Null: nothing is wished, or the item cannot be ordered so. */
function wished(line: SheetLine, { item, notes, options }: Meaning): SheetLine | null {
  const [only, ...more] = line.meanings
  if (!only || more.length > 0 || notes.length + options.length === 0) return null
  const all = { ...line, notes: [...line.notes, ...notes] }
  if (options.length === 0) return all
  const chosen = [...only.options, ...options]
  return fitsGroups(item, chosen) ? { ...all, draft: null, meanings: [{ ...only, options: chosen }] } : null
}
