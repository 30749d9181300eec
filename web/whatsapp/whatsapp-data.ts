import { useState } from 'react'
import { readWhatsapp } from '../../contract/whatsapp/whatsapp.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { refresh } from '../api/query.ts'

export const refreshLine = (): Promise<void> => refresh(readWhatsapp)

/** Runs one action at a time. An error stays until the next attempt; afterwards the data is refreshed. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      const detail =
        error instanceof ApiError && error.code.startsWith('validation/')
          ? error.details[0]?.message
          : undefined
      setRefusal(detail ?? errorSentence(error))
      return false
    } finally {
      await refreshLine()
      setBusy(false)
    }
  }
  return { busy, refusal, run }
}
