import { useState } from 'react'

interface Kept {
  readonly text: string
  /** Idempotency key: resent after a lost reply, it remains the same message. */
  readonly key: string
}

const kept = new Map<string, Kept>()
const fresh = (text: string): Kept => ({ text, key: crypto.randomUUID() })

/** The unsent text for one customer, kept while another conversation is open. */
export function useKeptText(conversationId: string) {
  const [now, setNow] = useState<Kept>(() => kept.get(conversationId) ?? fresh(''))
  const set = (next: Kept) => {
    kept.set(conversationId, next)
    setNow(next)
  }
  return { ...now, write: (text: string) => set(fresh(text)) }
}
