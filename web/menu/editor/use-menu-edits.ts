import { useState } from 'react'
import {
  deleteMenuCategory,
  deleteMenuItem,
  deleteOptionGroup,
  restoreInMenu,
} from '../../../contract/menu/edit-menu.ts'
import type { Menu } from '../../../contract/menu/menu.ts'
import { rollBackMenu } from '../../../contract/menu/versions.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useUndo } from '../../kit/use-undo.ts'
import { notify } from '../../ui/notices.tsx'
import { plural } from '../../words/format.ts'
import { changeMenu, refreshMenus } from '../menu-data.ts'
import type { Change } from '../use-changes.ts'
import type { ChangedPrices } from './prices-dialog.tsx'
import { without, type Move } from './order.rules.ts'
import { useMoves } from './use-moves.ts'

/** Moves and deletions of one store's menu. A move shows at once; a deletion is offered to be taken back. */
export function useMenuEdits(storeId: string, menu: Menu) {
  const { offered, offer, withdraw } = useUndo<Change>()
  const [busy, setBusy] = useState<string | null>(null)

  const move = useMoves(storeId)

  const restore = async (deletionId: string) => {
    withdraw()
    try {
      const { name } = await ask(restoreInMenu, { params: { deletionId }, body: {} }, { storeId })
      notify(`${name} voltou ao cardápio.`)
    } catch (error) {
      notify(errorSentence(error), 'bad')
    } finally {
      void refreshMenus([storeId])
    }
  }

  const remove = async (part: Move['part'], id: string) => {
    setBusy(id)
    try {
      const { deletionId, name } = await deletePart(storeId, part, id)
      changeMenu(storeId, (before) => without(before, part, id))
      offer({
        dish: name,
        words: deletedWords(menu, part, id),
        undo: () => void restore(deletionId),
      })
    } catch (error) {
      notify(errorSentence(error), 'bad')
    } finally {
      setBusy(null)
      void refreshMenus([storeId])
    }
  }
  const pricesChanged = ({ changed, before, menu: now }: ChangedPrices) => {
    offer({
      dish: plural(changed, 'preço', 'preços'),
      words: changed === 1 ? 'mudou.' : 'mudaram.',
      undo: () => {
        withdraw()
        void pricesBack(storeId, before, now)
      },
    })
  }
  return { done: offered, busy, move, remove, pricesChanged }
}
export type MenuEdits = ReturnType<typeof useMenuEdits>

/** To the version from before, unless the menu changed since. */
async function pricesBack(storeId: string, before: number, menu: string): Promise<void> {
  try {
    await ask(rollBackMenu, { params: { number: String(before) }, body: { menu } }, { storeId })
    notify('Os preços voltaram ao que eram.')
  } catch (error) {
    notify(errorSentence(error), 'bad')
  } finally {
    void refreshMenus([storeId])
  }
}

function deletePart(storeId: string, part: Move['part'], id: string) {
  if (part === 'item') return ask(deleteMenuItem, { params: { itemId: id } }, { storeId })
  if (part === 'category') return ask(deleteMenuCategory, { params: { categoryId: id } }, { storeId })
  return ask(deleteOptionGroup, { params: { groupId: id } }, { storeId })
}

/** What else changed by it. */
function deletedWords(menu: Menu, part: Move['part'], id: string): string {
  if (part === 'category')
    return menu.items.some((item) => item.categoryId === id)
      ? 'saiu do cardápio. Os itens ficaram sem categoria.'
      : 'saiu do cardápio.'
  if (part === 'group') return 'saiu do cardápio. Nenhum item pergunta mais por este grupo.'
  const published = menu.items.find((item) => item.id === id)?.channels.length ?? 0
  return published > 0 ? 'saiu do cardápio e sai de venda nos canais.' : 'saiu do cardápio.'
}
