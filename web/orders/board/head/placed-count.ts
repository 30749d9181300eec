import { useEffect } from 'react'
import { showAppBadge } from '../../../browser/wake-lock.ts'
import { setPageTitle } from '../../../browser/page-title.ts'

const everyMs = 1_000

/** New orders in the tab title and on the app icon: at most once a second, since both are expensive. */
export function usePlacedCount(placed: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      setPageTitle(placed > 0 ? `(${placed}) Pedidos` : 'Pedidos')
      showAppBadge(placed)
    }, everyMs)
    return () => clearTimeout(timer)
  }, [placed])
}
