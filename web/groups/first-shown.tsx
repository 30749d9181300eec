import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { plural } from '../words/format.ts'

/** Of a chain the first stores are drawn; the others open on request, and how many they are is said. */
const shownAtFirst = 24

export function useFirstShown<T>(all: readonly T[]) {
  const [open, setOpen] = useState(false)
  const shown = open ? all : all.slice(0, shownAtFirst)
  const hidden = all.length - shown.length
  return {
    shown,
    more:
      hidden > 0 ? (
        <Button onClick={() => setOpen(true)}>Mostrar {plural(hidden, 'outra loja', 'outras lojas')}</Button>
      ) : null,
  }
}
