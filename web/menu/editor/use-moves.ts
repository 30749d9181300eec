import { useRef } from 'react'
import { moveInMenu } from '../../../contract/menu/edit-menu.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { notify } from '../../ui/notices.tsx'
import { changeMenu, refreshMenus } from '../menu-data.ts'
import { movedIn, type Move } from './order.rules.ts'

/**
 * Moves parts of one store's menu: each shows at once and is sent after the one before it, because a quick
 * second move may name the place that the first one made.
 */
export function useMoves(storeId: string): (wish: Move) => void {
  const line = useRef({ last: Promise.resolve(), waiting: 0 }).current
  const send = async (wish: Move) => {
    try {
      await ask(moveInMenu, { body: wish }, { storeId })
    } catch (error) {
      notify(errorSentence(error), 'bad')
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) void refreshMenus([storeId])
    }
  }
  return (wish) => {
    changeMenu(storeId, (before) => movedIn(before, wish))
    line.waiting += 1
    line.last = line.last.then(() => send(wish))
  }
}
