import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import {
  arrived,
  firstWish,
  folded,
  lookAt,
  nextStep,
  sending,
  unanswered,
  wishedHere,
  wishPace,
  type Wish,
  type WishRules,
} from './wish.rules.ts'

/** One kind of wish at one merchant: where it is kept, and how the marketplace is asked and written to. */
export interface WishPort<W, S> {
  readonly rules: WishRules<W, S>
  /** Ms since 1970. */
  now(): number
  /** Reads the row, and keeps what the function answers, in one step that no other change overlaps. Null: the row stays. Returns the row. */
  change(how: (wish: Wish<W, S> | null) => Wish<W, S> | null): Promise<Wish<W, S> | null>
  read(): Promise<S>
  /** Of the things that a write would remove. */
  removes(wished: W, seen: S): readonly string[]
  /** May be repeated. */
  write(wished: W, seen: S): Promise<void>
  /** pt-BR: that the marketplace does not take this wish, and what a person can do. */
  refusalText(wished: W, error: MarketplaceError): string
}

/** A write, and the look that proves it, and the same once more when a person changed the wish in between. */
const maxTurns = 4

/**
 * Looks, folds what is there, and writes what is wished: the wish of that moment, so that a late try cannot undo a newer
 * one. `asked`: the store's own state may be a new wish. Returns when to look again, in ms since 1970.
 */
export async function reconcile<W, S>(
  port: WishPort<W, S>,
  { here, asked }: { readonly here: W | null; readonly asked: boolean },
): Promise<number> {
  if (asked && here !== null) await port.change((wish) => wishedHere(wish, here, port.now()))
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const seen = await look(port, here)
    const sent = seen && nextStep(seen.wish, port.now()).do === 'send' && (await send(port, seen))
    if (!sent) break
  }
  const wish = await port.change(() => null)
  return wish ? lookAt(wish, port.now()) : port.now() + wishPace.maxWaitMs
}

interface Looked<W, S> {
  readonly wish: Wish<W, S>
  readonly value: S
  readonly askedAt: number
}

async function look<W, S>(port: WishPort<W, S>, here: W | null): Promise<Looked<W, S> | null> {
  const askedAt = port.now()
  const value = await answered(port, () => port.read())
  if (value === null) return null
  const at = port.now()
  const wish = await port.change((kept) =>
    kept
      ? folded(kept, { value: value.is, askedAt, at }, port.rules)
      : firstWish({ value: value.is, askedAt, at }, here, port.rules),
  )
  return wish && { wish, value: value.is, askedAt }
}

/** False: nothing left, because another process writes, or the wish is not the one that was looked at. */
async function send<W, S>(port: WishPort<W, S>, { wish, value, askedAt }: Looked<W, S>): Promise<boolean> {
  let mine = false
  const now = port.now()
  const kept = await port.change((row) => {
    mine =
      row !== null && row.version === wish.version && row.sent.every(({ at }) => at < askedAt || at > now)
    return mine && row ? sending(row, port.removes(row.wished, value), now) : null
  })
  if (!mine || !kept) return kept !== null && kept.version !== wish.version
  if (!(await answered(port, () => port.write(kept.wished, value)))) return false
  await port.change((row) => row && arrived(row, now))
  return true
}

/** Null: it did not happen, and the row says so. */
async function answered<W, S, T>(
  port: WishPort<W, S>,
  ask: () => Promise<T>,
): Promise<{ readonly is: T } | null> {
  try {
    return { is: await ask() }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const now = port.now()
    await port.change((row) => {
      if (!row) return null
      const isRefused = !error.temporary && row.provedAt === null
      return isRefused ? { ...row, refusal: port.refusalText(row.wished, error) } : unanswered(row, now)
    })
    return null
  }
}
