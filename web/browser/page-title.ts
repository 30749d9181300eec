import { useEffect } from 'react'

/** What the tab and the screen reader call this page. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Balcão`
  }, [title])
}
