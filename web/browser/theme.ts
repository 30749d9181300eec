import { createStore, useStore } from '../kit/create-store.ts'
import { writeStored } from './storage.ts'

export type Theme = 'light' | 'dark'

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')
/** Set by the page before its first paint. */
const theme = createStore<Theme>(typeof document === 'undefined' ? 'light' : current())

export const useTheme = (): readonly [Theme, () => void] => [useStore(theme), toggleTheme]

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
  theme.set(next)
}

/** At once: a button fades its ground but not its words, which nobody could read on the way. */
function show(shown: Theme): void {
  const page = document.documentElement
  page.dataset.still = ''
  page.dataset.theme = shown
  // Asking for a size applies the styles, before they may move again.
  void page.offsetHeight
  delete page.dataset.still
}
