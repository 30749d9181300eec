import { useEffect } from 'react'

export function setPageTitle(title: string): void {
  document.title = `${title} · Balcão`
}

/** What the tab and the screen reader call this page. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) setPageTitle(title)
  }, [title])
}
