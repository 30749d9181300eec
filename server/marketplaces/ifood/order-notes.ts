import { lookup } from '../../../contract/shared/lookup.ts'
import type { IfoodDocument } from './order-document.ts'

/** What the customer wrote for the whole order, and what to do about an item that is missing. Null: nothing. */
export function notesOf({ extraInfo, takeout, indoor, dineIn, picking }: IfoodDocument): string | null {
  const written = [extraInfo, takeout?.observations, indoor?.observations, dineIn?.observations]
  const words = [...written, replacementText(picking?.replacementOptions)]
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '')
  return words.length > 0 ? [...new Set(words)].join(' · ') : null
}

const replacements: Readonly<Record<string, string>> = {
  STORE_CHOOSE_OTHER_ITEMS: 'escolher outro no lugar',
  STORE_CONTACT_CUSTOMER: 'falar com o cliente',
  STORE_CANCEL_ORDER: 'cancelar o pedido',
  STORE_REMOVE_ITEMS: 'tirar do pedido',
}

/** An option that is added later is shown in iFood's word. */
const replacementText = (option: string | null | undefined): string | null =>
  option ? `Se faltar algo: ${lookup(replacements, option) ?? option}` : null
