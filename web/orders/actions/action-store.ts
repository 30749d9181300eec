import { readStored, storedKeys, writeStored } from '../../browser/storage.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'

/** One action on one order, stored until the server has answered it. */
export interface PendingAction {
  /** Sent as the Idempotency-Key: a repeat is the same action. */
  readonly key: string
  readonly orderId: string
  readonly storeId: string
  readonly displayId: string
  readonly action: AdvanceAction
  /** Of a dispatch: who takes the order. */
  readonly motoboy?: { readonly id: string; readonly name: string }
  /** The version on screen: lets the server reject a stale action. */
  readonly version: number
  /** The acting user: other users' sessions do not send it. */
  readonly uid: string
  readonly at: string
}

/** The part of local storage used here, so that a test can simulate two tabs. */
export interface ActionStorage {
  keys(): readonly string[]
  read(key: string): string | null
  write(key: string, value: string | null): void
}

const prefix = 'orderTap.'
/** An hour-old action is no longer intended. */
const tooOldMs = 60 * 60_000

const browserStorage: ActionStorage = { keys: () => storedKeys(prefix), read: readStored, write: writeStored }

/**
 * The stored actions of all tabs, oldest first. Each has its own key, so that tabs do not overwrite each
 * other's. Without storage, the actions of this page still work.
 */
export function createActionStore(storage: ActionStorage = browserStorage) {
  const own = new Map<string, { readonly pending: PendingAction; readonly stored: boolean }>()
  let count = 0

  const all = (): readonly (readonly [name: string, pending: PendingAction])[] => {
    const found = new Map<string, PendingAction>()
    for (const name of storage.keys()) {
      const pending = parsed(storage.read(name))
      if (pending && Date.now() - Date.parse(pending.at) < tooOldMs) found.set(name, pending)
      else storage.write(name, null)
    }
    for (const [name, { pending, stored }] of own) {
      // Was stored and is gone: another tab sent it.
      if (stored && !found.has(name)) own.delete(name)
      else found.set(name, found.get(name) ?? pending)
    }
    return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  const put = (name: string, pending: PendingAction) => {
    storage.write(name, JSON.stringify(pending))
    return storage.read(name) !== null
  }

  return {
    list: (): readonly PendingAction[] => all().map(([, pending]) => pending),
    add: (pending: PendingAction) => {
      count += 1
      const name = `${prefix}${Date.parse(pending.at).toString().padStart(15, '0')}.${String(count).padStart(6, '0')}.${pending.key}`
      own.set(name, { pending, stored: put(name, pending) })
    },
    isOwn: (pending: PendingAction) => [...own.values()].some((one) => one.pending.key === pending.key),
    remove: (pending: PendingAction) => {
      for (const [name, one] of all()) if (one.key === pending.key) storage.write(name, null)
      for (const [name, one] of own) if (one.pending.key === pending.key) own.delete(name)
    },
    /** The user's next action on the order was based on the result of this one. */
    seen: (orderId: string, before: number, after: number) => {
      for (const [name, pending] of all()) {
        if (pending.orderId !== orderId || pending.version !== before) continue
        const newer = { ...pending, version: after }
        const mine = own.get(name)
        if (mine) own.set(name, { ...mine, pending: newer })
        if (!mine || mine.stored) put(name, newer)
      }
    },
  }
}

function parsed(text: string | null): PendingAction | null {
  try {
    return text === null ? null : (JSON.parse(text) as PendingAction)
  } catch {
    return null
  }
}
