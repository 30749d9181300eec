import { useState } from 'react'
import { notify } from '../ui/notices.tsx'
import { errorSentence } from './api-error.ts'

/** A button's call: busy while it runs (and with what), a notice in words when it fails. */
export function useAction<T>(action: (what: T) => Promise<void>) {
  const [busyWith, setBusyWith] = useState<T | null>(null)
  return {
    busyWith,
    run: (what: T) => {
      if (busyWith !== null) return
      setBusyWith(what)
      action(what)
        .catch((error: unknown) => notify(errorSentence(error), 'bad'))
        .finally(() => setBusyWith(null))
    },
  }
}
