import { useState } from 'react'
import { readIntegration, readIntegrations } from '../../contract/integrations/integrations.ts'
import { readChannels } from '../../contract/stores/channels.ts'
import { readMyStores, readOpenStatus, readStoresNow } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { refresh } from '../api/query.ts'

/** Whatever shows which channels a store has. */
export async function refreshChannels(): Promise<void> {
  await Promise.all(
    [readIntegrations, readIntegration, readChannels, readMyStores, readStoresNow, readOpenStatus].map(
      refresh,
    ),
  )
}

/**
 * A step of the connection: its refusal is shown beside the step until the next try, and the screen shows what is
 * true after it, however it ended.
 */
export function useStep() {
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    if (busy !== null) return
    setBusy(name)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      await refreshChannels()
      setBusy(null)
    }
  }
  return { run, refusal, isBusy: (name: string) => busy === name }
}

/** What is wrong with a field says more than the sentence of the whole call. */
const sentenceOf = (error: unknown): string =>
  (error instanceof ApiError && error.code.startsWith('validation/')
    ? error.details[0]?.message
    : undefined) ?? errorSentence(error)
