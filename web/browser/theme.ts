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
    document.documentElement.dataset.theme = 'light'
  })
  window.addEventListener('afterprint', () => {
    document.documentElement.dataset.theme = previous
  })
}

function toggleTheme(): void {
  const next: Theme = current() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  writeStored('theme', next)
  for (const listener of listeners) listener()
}
