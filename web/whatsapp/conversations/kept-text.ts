import { useState } from 'react'

interface Kept {
  readonly text: string
  /** Of the message: sent a second time after a lost answer, it is the same message. */
  readonly key: string
}

const kept = new Map<string, Kept>()
const fresh = (text: string): Kept => ({ text, key: crypto.randomUUID() })

/** What is being written to one customer; it is there again after a look at another conversation. */
export function useKeptText(conversationId: string) {
  const [now, setNow] = useState<Kept>(() => kept.get(conversationId) ?? fresh(''))
  const set = (next: Kept) => {
    kept.set(conversationId, next)
    setNow(next)
  }
  return { ...now, write: (text: string) => set(fresh(text)) }
}
