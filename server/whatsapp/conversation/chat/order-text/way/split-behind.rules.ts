import { startsWithStreet } from '../../../../../../contract/delivery/address-words.ts'
import type { ChatMenu } from '../../chat-state.ts'
import { isSure, matchItem } from '../match-item.rules.ts'
import { clausesOf, piecesOf } from '../pieces.rules.ts'
import { isAddressed } from './split-address.rules.ts'

interface Behind {
  /** The address without the order. */
  readonly address: string
  /** What is ordered behind the address. Empty: nothing. */
  readonly order: string
}

/** Where an order may begin behind an address: at a sign, at a number, at "e" or "mais", at a verb. */
const starts =
  /[,;:.\n]|\s(?=\d{1,2}\s)|\s(?=(?:e|mais|ah|quero|queria|vou querer|manda|mande|me v[eê]|traz|p[oõ]e|coloca)\s)/giu
/** Words before its first item. */
const leading =
  /^(?:[\s,;:.]|(?:e|mais|ah|tamb[eé]m|quero|queria|vou querer|manda|mande|me v[eê]|traz|p[oõ]e|coloca)(?=\s))+/iu

/** Parts "rua das flores 10 centro, e 2 cocas": an item of the menu is no part of an address. */
export function splitBehind(address: string, menu: ChatMenu): Behind {
  for (const { index } of address.matchAll(starts)) {
    const order = address.slice(index).replace(leading, '')
    const before = address.slice(0, index)
    // "av goiás: 5 M frango": the number behind a colon is no door.
    const isStreet = address[index] === ':' && startsWithStreet(before.trim())
    if ((isAddressed(before) || isStreet) && beginsWithItem(order, menu)) return { address: before, order }
  }
  return { address, order: '' }
}

/** A number and an item, or the whole name of one: "casa 2" and "Vila Portuguesa" are places. */
function beginsWithItem(order: string, menu: ChatMenu): boolean {
  const [clause] = clausesOf(order, menu)
  const [piece] = clause ? piecesOf(clause, menu) : []
  if (!piece) return false
  const match = matchItem(piece.words, menu)
  if (match.type === 'none') return false
  const meanings = match.type === 'one' ? [match.meaning] : match.meanings
  const isCounted = piece.quantity !== null && !piece.isTrailing
  return isCounted ? meanings.some(({ named }) => named > 0) : match.type === 'one' && isSure(match.meaning)
}
