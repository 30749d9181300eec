import { moneyText } from '../../../../contract/shared/money.ts'
import type { ListRow, MessageContent } from '../../messaging/messaging-driver.ts'
import { clip } from './chat-text.rules.ts'
import type { ChatGroup, ChatItem, ChatMenu, Offer } from './chat-state.ts'

const maxRows = 10

/** The platform limits titles to 24 characters and descriptions to 72. */
const row = (id: string, title: string, description = ''): ListRow => ({
  id,
  title: clip(title, 24),
  description: clip(description, 72),
})

const itemRow = (item: ChatItem): ListRow => {
  const whole = item.name.length > 24 ? `${item.name} · ` : ''
  return row(
    `item:${item.id}`,
    item.name,
    `${whole}${moneyText(item.priceCents)}${item.description ? ` · ${item.description}` : ''}`,
  )
}

/** Page `at` of the rows. If they do not all fit into `max` rows, the last row of a page is left for "Ver mais". */
const page = <T>(
  all: readonly T[],
  at: number,
  max: number,
): { readonly some: readonly T[]; readonly more: boolean } =>
  all.length <= max
    ? { some: all, more: false }
    : { some: all.slice(at * (max - 1), (at + 1) * (max - 1)), more: (at + 1) * (max - 1) < all.length }

/** The items if they fit, or else the categories. `reserved`: rows of the list that the caller needs. */
export function menuRows(menu: ChatMenu, at: number, reserved: number): readonly ListRow[] {
  const max = maxRows - reserved
  const filled = menu.categories.filter(({ id }) => menu.items.some(({ categoryId }) => categoryId === id))
  const grouped = menu.items.length > max && filled.length > 1
  const loose = menu.items.filter(({ categoryId }) => !filled.some(({ id }) => id === categoryId))
  const rows = grouped
    ? [
        ...filled.map(({ id, name }) => row(`category:${id}:0`, name, countOf(menu, id))),
        ...loose.map(itemRow),
      ]
    : menu.items.map(itemRow)
  const { some, more } = page(rows, at, max)
  return more ? [...some, row(`menu:${at + 1}`, 'Ver mais')] : some
}

const countOf = (menu: ChatMenu, categoryId: string): string => {
  const count = menu.items.filter((item) => item.categoryId === categoryId).length
  return count === 1 ? '1 item' : `${count} itens`
}

export function categoryRows(menu: ChatMenu, categoryId: string, at: number): readonly ListRow[] {
  const items = menu.items.filter((item) => item.categoryId === categoryId)
  const { some, more } = page(items, at, maxRows - 1)
  return [
    ...some.map(itemRow),
    ...(more ? [row(`category:${categoryId}:${at + 1}`, 'Ver mais')] : []),
    row('menu:0', 'Voltar ao cardápio'),
  ]
}

export function optionRows(group: ChatGroup, at: number, canContinue: boolean): readonly ListRow[] {
  const { some, more } = page(group.options, at, maxRows - 1)
  const sign = (group.priceMethod ?? 'SUM') === 'SUM' ? '+ ' : ''
  return [
    ...some.map(({ id, name, priceCents }) =>
      row(
        `option:${id}`,
        name,
        [name.length > 24 ? name : '', priceCents > 0 ? `${sign}${moneyText(priceCents)}` : '']
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    ...(more ? [row(`options:${at + 1}`, 'Ver mais')] : []),
    ...(canContinue ? [row('options:done', 'Continuar')] : []),
  ]
}

export const plainRow = row

/** A list, or plain text if there is nothing to choose. */
export function listMessage(body: string, open: string, rows: readonly ListRow[]): MessageContent {
  return rows.length === 0
    ? { type: 'text', body: clip(body, 4_096) }
    : { type: 'list', body: clip(body, 4_096), open, rows: rows.slice(0, maxRows) }
}

export const buttonsMessage = (body: string, buttons: readonly Offer[]): MessageContent => ({
  type: 'buttons',
  body: clip(body, 1_024),
  buttons: buttons.slice(0, 3).map(({ id, title }) => ({ id, title: clip(title, 20) })),
})

export const textMessage = (body: string): MessageContent => ({ type: 'text', body: clip(body, 4_096) })

export const offersOfMessage = (message: MessageContent | undefined): readonly Offer[] =>
  message?.type === 'list'
    ? message.rows.map(({ id, title }) => ({ id, title }))
    : message?.type === 'buttons'
      ? message.buttons
      : []
