import type { Cart, CartLine } from '../../messaging/line-events.ts'
import { fitsGroups } from './asked-groups.rules.ts'
import * as say from './chat-messages.rules.ts'
import { intentOf } from './chat-text.rules.ts'
import type { ChatFacts, ChatItem, ChatMenu, ChatState, ChatStep, Draft } from './chat-state.ts'
import { maxItemQuantity, withItem } from './draft.rules.ts'
import { reasonIn, wantsPerson } from './person-reason.rules.ts'
import { handToPerson, sayClosed, showCart } from './replies.rules.ts'

/**
 * A cart of WhatsApp's own catalogue becomes the order. Lines that are not on the menu, or that need options, and a note
 * go to a person, with the rest of the order begun.
 */
export function byCart(state: ChatState, cart: Cart, facts: ChatFacts): ChatStep {
  const { draft, unmatched } = addLines(state.draft, cart.lines, facts.menu)
  const next: ChatState = { ...state, draft, choosing: null }
  const needsPerson = unmatched.length > 0 || cart.text.trim() !== '' || cart.lines.length === 0
  if (needsPerson) {
    const why = wantsPerson(cart.text) ? reasonIn(cart.text) : 'cart'
    return handToPerson(next, facts, why, say.cartForPerson(unmatched))
  }
  if (!facts.store.open) return sayClosed(next, facts)
  return showCart(next, facts, say.pricesNow(pricesMoved(cart.lines, facts.menu)))
}

function addLines(
  draft: Draft,
  lines: readonly CartLine[],
  menu: ChatMenu,
): { readonly draft: Draft; readonly unmatched: readonly CartLine[] } {
  let sum = draft
  const unmatched: CartLine[] = []
  for (const line of lines) {
    const added = withLine(sum, line, menu)
    if (added) sum = added
    else unmatched.push(line)
  }
  return { draft: sum, unmatched }
}

/** Null: the item is not on sale, its options have to be chosen, or there is too much of it. */
function withLine(draft: Draft, { code, quantity }: CartLine, menu: ChatMenu): Draft | null {
  const item = itemOf(code, menu)
  if (!item || !fitsGroups(item, [])) return null
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxItemQuantity) return null
  return withItem(draft, {
    menuItemId: item.id,
    name: item.name,
    quantity,
    unitPriceCents: item.priceCents,
    options: [],
  })
}

/** By the item's own code. Null: no item has it, or several do. */
function itemOf(code: string, menu: ChatMenu): ChatItem | null {
  const own = code.trim().toLowerCase()
  const found = menu.items.filter(
    ({ id, externalCode }) => id === own || externalCode?.trim().toLowerCase() === own,
  )
  return found.length === 1 && own !== '' ? (found[0] ?? null) : null
}

/** The items whose price in the catalogue is not the menu's. */
const pricesMoved = (lines: readonly CartLine[], menu: ChatMenu): readonly ChatItem[] =>
  lines.flatMap(({ code, priceCents }) => {
    const item = itemOf(code, menu)
    return item && priceCents !== null && priceCents !== item.priceCents ? [item] : []
  })

/** One cart of all that wait, with what was written beside them; a greeting is no note. */
export function joinedCart(carts: readonly Cart[], texts: readonly string[]): Cart {
  const notes = texts.filter((text) => !['hello', 'thanks'].includes(intentOf(text) ?? ''))
  const text = [...carts.map((cart) => cart.text), ...notes].filter((one) => one.trim() !== '').join('\n')
  return { type: 'cart', lines: carts.flatMap(({ lines }) => lines), text }
}
