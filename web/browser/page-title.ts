import { useEffect } from 'react'

export function setPageTitle(title: string): void {
  document.title = `${title} · Balcão`
}

/** Sets the page's name for the tab and screen readers. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) setPageTitle(title)
  }, [title])
}
