import { moneyText } from '../../../../../contract/shared/money.ts'
import type { MessageContent } from '../../../messaging/messaging-driver.ts'
import { itemNames } from '../chat-messages.rules.ts'
import { listMessage, plainRow } from '../chat-rows.rules.ts'
import type { ChatItem, Draft, OpenLine } from '../chat-state.ts'
import { clip } from '../chat-text.rules.ts'
import { itemLine } from '../draft.rules.ts'
import type { Doubt } from './sheet.rules.ts'

/** Asks which item a line means; what is in the order already is named. */
export function whichItemMessage(
  { words, quantity, isNear }: OpenLine,
  choices: readonly ChatItem[],
  { draft, before }: { readonly draft: Draft; readonly before: string },
): MessageContent {
  const rows = choices
    .slice(0, 8)
    .map(({ id, name, priceCents }) =>
      plainRow(`item:${id}`, name, `${clip(name, 50)} · ${moneyText(priceCents)}`),
    )
  const wanted = clip(words, 60)
  const question = isNear
    ? `Não achei “${wanted}” no cardápio. Seria um destes?`
    : `Qual “${wanted}”?${quantity > 1 ? ` São ${quantity}.` : ''}`
  const noted = draft.items.length > 0 ? `Anotei: ${clip(itemNames(draft.items), 300)}.` : ''
  return listMessage([before, noted, question].filter(Boolean).join('\n'), 'Ver itens', [
    ...rows,
    plainRow('none', 'Nenhum destes'),
    plainRow('menu:0', 'Ver o cardápio'),
  ])
}

/** Asks which line of the order a correction means. */
export const whichLineMessage = ({ change, words, items }: Doubt, before: string): MessageContent =>
  listMessage([before, `Em qual item? “${clip(words, 60)}”`].filter(Boolean).join('\n'), 'Ver itens', [
    ...items
      .slice(0, 8)
      .map((item) =>
        plainRow(
          `line:${change.kind}:${item.menuItemId}:${clip(String(change.kind === 'note' ? change.note : (change.quantity ?? '')), 100)}`,
          item.name,
          itemLine(item),
        ),
      ),
    plainRow('resume', 'Deixar como está'),
  ])

/** The customer wants none of the items that a line can mean. */
export const leftOut = ({ words }: OpenLine): string => `Deixamos “${clip(words, 60)}” de fora.`

/** Orders by chat are made at once. */
export const noHour = 'Por aqui não dá para marcar horário: a loja prepara assim que você confirmar.'

/** What of a message was not understood. Empty: nothing. */
export const notRead = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : `Não entendi ${parts.map((part) => `“${clip(part, 60)}”`).join(', ')}.`
