import { everyMarketplace, type Platform } from '../../contract/shared/channels.ts'
import { resendMenuOption } from '../../contract/menu/edit-menu.ts'
import type { ItemWishView } from '../../contract/menu/item-wishes.ts'
import {
  pauseMenuItem,
  pauseMenuItems,
  resendMenuItem,
  resumeMenuItem,
  type MenuItem,
} from '../../contract/menu/menu.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { notify } from '../ui/notices.tsx'
import { plural } from '../words/format.ts'
import { refreshMenus } from './menu-data.ts'
import { untilOf, type PauseSpan } from './menu.rules.ts'

/** Refreshes after an error too: another user may have changed the menu. */
async function thenRefresh(storeId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await refreshMenus([storeId])
  }
}

export const pauseItem = (storeId: string, item: MenuItem, span: PauseSpan, reason: string): Promise<void> =>
  thenRefresh(storeId, async () => {
    await ask(
      pauseMenuItem,
      {
        params: { itemId: item.id },
        body: { ...untilOf(span, new Date()), ...(reason.trim() ? { reason: reason.trim() } : {}) },
      },
      { storeId },
    )
    notify(`${item.name} está pausado em todos os canais desta loja.`)
  })

export const resumeItem = (storeId: string, item: Pick<MenuItem, 'id' | 'name'>): Promise<void> =>
  thenRefresh(storeId, async () => {
    await ask(resumeMenuItem, { params: { itemId: item.id }, body: {} }, { storeId })
    notify(`${item.name} voltou à venda.`)
  })

const channelsOf = (item: MenuItem) => [...new Set(item.channels.map((channel) => channel.platform))]

export const resendItem = (
  storeId: string,
  item: MenuItem,
  about: ItemWishView['about'] | null,
): Promise<void> =>
  thenRefresh(storeId, async () => {
    await ask(
      resendMenuItem,
      { params: { itemId: item.id }, body: about === null ? {} : { about } },
      { storeId },
    )
    notify(`${item.name} foi enviado de novo ${everyMarketplace('a', channelsOf(item))}.`)
  })

export const resendOption = (
  storeId: string,
  option: { readonly id: string; readonly name: string },
  { platform, about }: { readonly platform: Platform; readonly about: ItemWishView['about'] },
): Promise<void> =>
  thenRefresh(storeId, async () => {
    await ask(resendMenuOption, { params: { optionId: option.id }, body: { about } }, { storeId })
    notify(`${option.name} foi enviada de novo ${everyMarketplace('a', [platform])}.`)
  })

/** Pauses items that caused a cancellation. On failure the notice offers a retry. */
export async function pauseMissing(
  storeId: string,
  itemIds: readonly string[],
  span: PauseSpan,
): Promise<void> {
  try {
    await thenRefresh(storeId, async () => {
      const { pausedIds } = await ask(
        pauseMenuItems,
        {
          body: { itemIds: [...itemIds], ...untilOf(span, new Date()), reason: 'Em falta num pedido' },
        },
        { storeId },
      )
      notify(`${plural(pausedIds.length, 'item pausado', 'itens pausados')} em todos os canais desta loja.`)
    })
  } catch (error) {
    notify(`Os itens não foram pausados. ${errorSentence(error)}`, 'bad', {
      label: 'Tentar de novo',
      run: () => void pauseMissing(storeId, itemIds, span),
    })
  }
}
