import { eachInParallel } from '../../marketplaces/each-in-parallel.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { freeWrites } from './write-budget.rules.ts'
import {
  arrived,
  firstWish,
  folded,
  lookAt,
  missing,
  nextStep,
  sending,
  unanswered,
  wishedHere,
  wishPace,
  type Look,
  type Wish,
  type WishRules,
} from './wish.rules.ts'

/** By what each is about (wish-rows.ts). */
type Wishes<W, S> = ReadonlyMap<string, Wish<W, S>>

/** Wishes that one answer of a merchant shows: where they are kept, and how the marketplace is asked and written to. */
export interface WishPort<W, S> {
  readonly rules: WishRules<W, S>
  /** Of all its wishes together. */
  readonly maxWritesPerMinute: number
  /** Ms since 1970. */
  now(): number
  /**
   * Reads all rows, and keeps those that the function answers, in one step that no other change overlaps. Returns the
   * rows as they are then. `asked`: a new row replaces one that another process made in between.
   */
  change(how: (wishes: Wishes<W, S>) => Wishes<W, S>, asked?: boolean): Promise<Wishes<W, S>>
  /** What is absent, the marketplace does not know. */
  read(): Promise<ReadonlyMap<string, S>>
  /** Of the things that a write would remove. */
  removes(wished: W, seen: S): readonly string[]
  /** May be repeated. */
  write(about: string, wished: W, seen: S): Promise<void>
  /** pt-BR: that the marketplace does not take this wish, and what a person can do. */
  refusalText(wished: W, error: MarketplaceError, about: string): string
  /** pt-BR: that the marketplace knows no such thing, and what a person can do. */
  missingText(about: string): string
}

/** The store's own state of each; null: it has none. */
export type Here<W> = ReadonlyMap<string, W | null>

/** A write, and the look that proves it, and the same once more when a person changed the wish in between. */
const maxTurns = 4
/** More wait for the next turn: an effect lasts half a minute at most. */
const maxWritesOfTurn = 12
const writesAtOnce = 4

/**
 * Looks, folds what is there, and writes what is wished: the wish of that moment, so that a late try cannot undo a newer
 * one. `asked`: the store's own state may be a new wish. Returns when to look again, in ms since 1970.
 */
export async function reconcile<W, S>(
  port: WishPort<W, S>,
  { here, asked }: { readonly here: Here<W>; readonly asked: boolean },
): Promise<number> {
  if (asked)
    await port.change((kept) => {
      const wishes = [...here].flatMap(([about, own]) =>
        own === null ? [] : [[about, wishedHere(kept.get(about) ?? null, own, port.now())] as const],
      )
      return new Map(wishes.filter(([about, wish]) => wish !== kept.get(about)))
    }, true)
  let turning: readonly string[] = [...here.keys()]
  for (let turn = 0; turn < maxTurns && turning.length > 0; turn += 1) {
    const seen = await look(port, here, turning)
    turning = seen ? await send(port, seen) : []
  }
  const rows = await port.change(() => new Map())
  const now = port.now()
  const looks = [...here.keys()].map((about) => {
    const wish = rows.get(about)
    return wish ? lookAt(wish, now) : now + wishPace.maxWaitMs
  })
  return Math.max(Math.min(...looks), freeWrites(rows.values(), port.maxWritesPerMinute, now).at)
}

interface Looked<W, S> {
  readonly wishes: Wishes<W, S>
  readonly values: ReadonlyMap<string, S>
  readonly askedAt: number
}

/** Null: it did not answer. */
async function look<W, S>(
  port: WishPort<W, S>,
  here: Here<W>,
  abouts: readonly string[],
): Promise<Looked<W, S> | null> {
  const askedAt = port.now()
  const answer = await answered(port, abouts, () => port.read())
  if ('isSilent' in answer) return null
  const values = answer.is
  const at = port.now()
  const rows = await port.change(
    (kept) =>
      new Map(
        abouts.flatMap((about) => {
          const value = values.get(about)
          const [wish, own] = [kept.get(about) ?? null, here.get(about) ?? null]
          const next =
            value === undefined
              ? missing(wish, own, { text: port.missingText(about), at })
              : looked(wish, own, { value, askedAt, at }, port.rules)
          return next ? [[about, next] as const] : []
        }),
      ),
  )
  const wishes = new Map(
    abouts.flatMap((about) => {
      const wish = values.has(about) ? rows.get(about) : undefined
      return wish ? [[about, wish] as const] : []
    }),
  )
  return { wishes, values, askedAt }
}

/** Null: the row stays. */
function looked<W, S>(
  wish: Wish<W, S> | null,
  own: W | null,
  seen: Look<S>,
  rules: WishRules<W, S>,
): Wish<W, S> | null {
  if (!wish) return firstWish(seen, own, rules)
  // It was missing, or its first look was refused: what is there now can be written to.
  const isBack = wish.seen === null && wish.refusal !== null
  const next = folded(isBack ? { ...wish, refusal: null } : wish, seen, rules)
  return next === wish ? null : next
}

/** Returns what has to be looked at again: what was written, what waits for its turn, and what was wished in between. */
async function send<W, S>(
  port: WishPort<W, S>,
  { wishes, values, askedAt }: Looked<W, S>,
): Promise<readonly string[]> {
  const now = port.now()
  const due = [...wishes].filter(([, wish]) => nextStep(wish, now).do === 'send')
  if (due.length === 0) return []
  const { mine, waiting, kept } = await claim(port, due, { values, askedAt, now })
  const written: string[] = []
  let isSilent = false
  await eachInParallel(mine, writesAtOnce, async (about) => {
    const [row, value] = [kept.get(about), values.get(about)]
    if (!row || value === undefined || isSilent) return
    const did = await answered(port, [about], () => port.write(about, row.wished, value))
    if ('is' in did) written.push(about)
    else isSilent ||= did.isSilent
  })
  if (written.length > 0) await port.change((rows) => changed(rows, written, (row) => arrived(row, now)))
  const since = due.flatMap(([about, { version }]) =>
    (kept.get(about)?.version ?? version) === version ? [] : [about],
  )
  return [...new Set([...written, ...since, ...(isSilent ? [] : waiting)])]
}

/** Notes each write before it leaves, so that of several processes one writes. */
async function claim<W, S>(
  port: WishPort<W, S>,
  due: readonly (readonly [string, Wish<W, S>])[],
  { values, askedAt, now }: Pick<Looked<W, S>, 'values' | 'askedAt'> & { readonly now: number },
): Promise<{
  readonly mine: readonly string[]
  readonly waiting: readonly string[]
  readonly kept: Wishes<W, S>
}> {
  let mine: readonly string[] = []
  let waiting: readonly string[] = []
  const kept = await port.change((rows) => {
    const free = due.flatMap(([about, { version }]) => {
      const row = rows.get(about)
      return row?.version === version && row.sent.every(({ at }) => at < askedAt || at > now) ? [about] : []
    })
    const budget = freeWrites(rows.values(), port.maxWritesPerMinute, now).count
    mine = free.slice(0, Math.min(maxWritesOfTurn, budget))
    waiting = free.slice(mine.length, budget)
    return changed(rows, mine, (row, about) => {
      const value = values.get(about)
      return value === undefined ? row : sending(row, port.removes(row.wished, value), now)
    })
  })
  return { mine, waiting, kept }
}

function changed<W, S>(
  rows: Wishes<W, S>,
  abouts: readonly string[],
  how: (row: Wish<W, S>, about: string) => Wish<W, S>,
): Wishes<W, S> {
  return new Map(
    abouts.flatMap((about) => {
      const row = rows.get(about)
      const next = row && how(row, about)
      return next && next !== row ? [[about, next] as const] : []
    }),
  )
}

/** What did not happen, the rows say. */
async function answered<W, S, T>(
  port: WishPort<W, S>,
  abouts: readonly string[],
  ask: () => Promise<T>,
): Promise<{ readonly is: T } | { readonly isSilent: boolean }> {
  try {
    return { is: await ask() }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const now = port.now()
    await port.change((rows) =>
      changed(rows, abouts, (row, about) =>
        !error.temporary && row.provedAt === null
          ? { ...row, refusal: port.refusalText(row.wished, error, about) }
          : unanswered(row, now),
      ),
    )
    return { isSilent: error.temporary }
  }
}
