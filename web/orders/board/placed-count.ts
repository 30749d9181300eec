import { useEffect } from 'react'
import { showAppBadge } from '../../browser/wake-lock.ts'
import { setPageTitle } from '../../browser/page-title.ts'

const everyMs = 1_000

/** New orders in the tab's name and on the app's icon: at most once a second, both cost the browser much. */
export function usePlacedCount(placed: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      setPageTitle(placed > 0 ? `(${placed}) Pedidos` : 'Pedidos')
      showAppBadge(placed)
    }, everyMs)
    return () => clearTimeout(timer)
  }, [placed])
}
