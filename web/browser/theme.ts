import { useSyncExternalStore } from 'react'
import { writeStored } from './storage.ts'

export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

export function useTheme(): readonly [Theme, () => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
  return [theme, toggleTheme]
}

// Print in the light theme: paper is white.
if (typeof window !== 'undefined') {
  let previous: Theme = 'light'
  window.addEventListener('beforeprint', () => {
    previous = current()
    show('light')
  })
  window.addEventListener('afterprint', () => show(previous))
}

function toggleTheme(): void {
  const next: Theme = current() === 'dark' ? 'light' : 'dark'
  show(next)
  writeStored('theme', next)
  for (const listener of listeners) listener()
}

/** At once: a button fades its ground but not its words, which nobody could read on the way. */
function show(theme: Theme): void {
  const page = document.documentElement
  page.dataset.still = ''
  page.dataset.theme = theme
  // Asking for a size applies the styles, before they may move again.
  void page.offsetHeight
  delete page.dataset.still
}
