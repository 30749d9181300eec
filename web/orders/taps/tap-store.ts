import { readStored, storedKeys, writeStored } from '../../browser/storage.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'

/** One tap on one order, kept until the server has answered it. */
export interface Tap {
  /** Sent as the Idempotency-Key: a repeat is the same tap. */
  readonly key: string
  readonly orderId: string
  readonly storeId: string
  readonly displayId: string
  readonly action: AdvanceAction
  /** What the person saw: the server tells a tap that came too late from one that still fits. */
  readonly version: number
  /** Who tapped: nobody else's session sends it. */
  readonly uid: string
  readonly at: string
}

/** What is left of local storage, so that a test can play two tabs. */
export interface Shelf {
  keys(): readonly string[]
  read(key: string): string | null
  write(key: string, value: string | null): void
}

const prefix = 'orderTap.'
/** A tap of an hour ago is no wish of now. */
const tooOldMs = 60 * 60_000

const browserShelf: Shelf = { keys: () => storedKeys(prefix), read: readStored, write: writeStored }

/**
 * The kept taps of all tabs, oldest first: each under a key of its own, so that no tab overwrites
 * what another keeps. A browser that keeps nothing still has those of this page.
 */
export function createTapStore(shelf: Shelf = browserShelf) {
  const own = new Map<string, { readonly tap: Tap; readonly kept: boolean }>()
  let count = 0

  const all = (): readonly (readonly [name: string, tap: Tap])[] => {
    const found = new Map<string, Tap>()
    for (const name of shelf.keys()) {
      const tap = parsed(shelf.read(name))
      if (tap && Date.now() - Date.parse(tap.at) < tooOldMs) found.set(name, tap)
      else shelf.write(name, null)
    }
    for (const [name, { tap, kept }] of own) {
      // Kept and gone: another tab sent it.
      if (kept && !found.has(name)) own.delete(name)
      else found.set(name, found.get(name) ?? tap)
    }
    return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  const put = (name: string, tap: Tap) => {
    shelf.write(name, JSON.stringify(tap))
    return shelf.read(name) !== null
  }

  return {
    taps: (): readonly Tap[] => all().map(([, tap]) => tap),
    add: (tap: Tap) => {
      count += 1
      const name = `${prefix}${Date.parse(tap.at).toString().padStart(15, '0')}.${String(count).padStart(6, '0')}.${tap.key}`
      own.set(name, { tap, kept: put(name, tap) })
    },
    isOwn: (tap: Tap) => [...own.values()].some((one) => one.tap.key === tap.key),
    remove: (tap: Tap) => {
      for (const [name, one] of all()) if (one.key === tap.key) shelf.write(name, null)
      for (const [name, one] of own) if (one.tap.key === tap.key) own.delete(name)
    },
    /** The person's next tap on the order was made on what this one left. */
    seen: (orderId: string, before: number, after: number) => {
      for (const [name, tap] of all()) {
        if (tap.orderId !== orderId || tap.version !== before) continue
        const newer = { ...tap, version: after }
        const mine = own.get(name)
        if (mine) own.set(name, { ...mine, tap: newer })
        if (!mine || mine.kept) put(name, newer)
      }
    },
  }
}

function parsed(text: string | null): Tap | null {
  try {
    return text === null ? null : (JSON.parse(text) as Tap)
  } catch {
    return null
  }
}
