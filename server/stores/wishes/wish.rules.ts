import { isDeepStrictEqual } from 'node:util'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { freeWrites } from './write-budget.rules.ts'

/** What is wished of one thing at one merchant, and all that is known of it. Instants in ms since 1970. */
export interface Wish<W, S> {
  /** Grows with each new wish. */
  readonly version: number
  /** `outside`: a person made it at the marketplace, and only a person undoes it. */
  readonly origin: 'here' | 'outside'
  readonly wished: W
  readonly since: number
  /** The store's own state that was last taken for a wish. */
  readonly here: W | null
  /** What the marketplace last showed; null: it was not asked yet. */
  readonly seen: Seen<S> | null
  /** Writes of ours that may still arrive. */
  readonly sent: readonly Sent<W>[]
  /** Since when it shows what is wished; null: it does not, or nobody has looked. */
  readonly provedAt: number | null
  /** Writes for this version. */
  readonly tries: number
  /** Since when it does not answer. */
  readonly failingSince: number | null
  /** Why it does not take this version, for a person. Only a new wish or a person has it tried again. */
  readonly refusal: string | null
}

interface Seen<S> {
  readonly value: S
  readonly at: number
  /** Since when it is as it is, as far as we saw. */
  readonly since: number
}

export interface Sent<W> {
  readonly wished: W
  readonly at: number
  /** Of the things that it removes. */
  readonly ids: readonly string[]
  /** It has arrived. */
  readonly answered: boolean
}

/** How a kind of wish is compared and explained. `W`: as it is wished, `S`: as the marketplace shows it. */
export interface WishRules<W, S> {
  isSame(wished: W, seen: S, now: number): boolean
  /** What it would show by now if nobody had touched it. */
  aged(seen: S, now: number): S
  isSameSeen(a: S, b: S): boolean
  /** It carries a mark that only we make. */
  isMarked(seen: S): boolean
  /** Writes of ours explain how `from` became `to`. */
  isOurs(from: S, to: S, sent: readonly Sent<W>[]): boolean
  /** What a person wished who made this at the marketplace. */
  wishOf(seen: S): W
}

/** An answer of the marketplace. */
export interface Look<S> {
  readonly value: S
  readonly askedAt: number
  readonly at: number
}

export const wishPace = {
  /** A write that was not answered may arrive so much later. */
  lateMs: minuteMs,
  /** What was proved is read back this often: found within five minutes, with the minute of the round and lost answers. */
  readBackMs: 3 * minuteMs,
  firstWaitMs: 2 * secondMs,
  maxWaitMs: 10 * secondMs,
  /** A marketplace that takes a write so often and does not keep it is asked at the pace of reading back. */
  manyTries: 8,
  /** Far below what marketplaces publish, however often a person taps. */
  maxWritesPerMinute: 30,
} as const

/** A wish of the store: the next version, unless it is the one that was taken before. */
export function wishedHere<W, S>(wish: Wish<W, S> | null, here: W, now: number): Wish<W, S> {
  if (wish && isDeepStrictEqual(wish.here, here)) return wish
  return renewed(wish, here, now)
}

/** A person wishes it again, though the store's own state is the same: it replaces what was done outside. */
export const renewed = <W, S>(wish: Wish<W, S> | null, here: W, now: number): Wish<W, S> => ({
  version: (wish?.version ?? 0) + 1,
  origin: 'here',
  wished: here,
  since: now,
  here,
  seen: wish?.seen ?? null,
  sent: wish?.sent ?? [],
  provedAt: null,
  tries: 0,
  failingSince: null,
  refusal: null,
})

/**
 * The first look at a merchant of which nothing is wished yet. `here`: the store's own state; null: it has none. What is
 * there stays, whatever we would want, unless it is our own.
 */
export function firstWish<W, S>(look: Look<S>, here: W | null, rules: WishRules<W, S>): Wish<W, S> {
  const { value, at } = look
  const seen = { value, at, since: at }
  const own = here !== null && (rules.isSame(here, value, at) || rules.isMarked(value))
  const wished = own ? here : rules.wishOf(value)
  const wish = { ...renewed<W, S>(null, wished, at), here, seen, origin: own ? 'here' : 'outside' } as const
  return { ...wish, provedAt: rules.isSame(wished, value, at) ? at : null }
}

/** The marketplace does not know the thing. Only what the store has of its own is then a row. */
export function missing<W, S>(
  wish: Wish<W, S> | null,
  here: W | null,
  { text, at }: { readonly text: string; readonly at: number },
): Wish<W, S> | null {
  if (!wish && here === null) return null
  const row = wish ?? { ...renewed<W, S>(null, here as W, at), origin: 'outside' as const }
  return { ...row, seen: null, provedAt: null, failingSince: null, refusal: text }
}

/**
 * What an answer says of a wish. What we did not write is a new wish, made outside: unless nobody looked since the wish
 * here, which then is the newer one. An answer to a question that is older than our last write says nothing.
 */
export function folded<W, S>(wish: Wish<W, S>, look: Look<S>, rules: WishRules<W, S>): Wish<W, S> {
  const { askedAt, at } = look
  // An answer may hold what ended on its way.
  const value = rules.aged(look.value, at)
  if (askedAt < newestOf(wish, at)) return wish
  const sent = recentOf(wish, at)
  const before = wish.seen ? rules.aged(wish.seen.value, at) : null
  const changed = before !== null && !rules.isSameSeen(before, value)
  const since = changed || !wish.seen ? at : wish.seen.since
  const answered = { ...wish, sent, failingSince: null, seen: { value, at, since } }
  const isFirst = !wish.seen || (wish.seen.at < wish.since && wish.since <= at)
  if (before !== null && changed && !isFirst && !rules.isOurs(before, value, sent))
    return {
      ...answered,
      version: wish.version + 1,
      origin: 'outside',
      wished: rules.wishOf(value),
      since: at,
      provedAt: at,
      tries: 0,
      refusal: null,
    }
  if (!rules.isSame(wish.wished, value, at)) return { ...answered, provedAt: null }
  return { ...answered, provedAt: wish.provedAt ?? at, refusal: null, tries: 0 }
}

const recentOf = <W, S>({ sent }: Wish<W, S>, now: number): readonly Sent<W>[] =>
  sent.filter(({ at }) => at <= now && now - at < wishPace.lateMs)

/** When we last wrote or saw something. What is ahead of the clock was written before the clock was set back. */
const newestOf = <W, S>({ seen, sent }: Wish<W, S>, now: number): number =>
  Math.max(0, ...[seen?.at ?? 0, ...sent.map(({ at }) => at)].filter((at) => at <= now))

type NextStep = { readonly do: 'send' } | { readonly do: 'look'; readonly at: number }

/** What is to be done after a look. */
export function nextStep<W, S>(wish: Wish<W, S>, now: number): NextStep {
  const { tries } = wish
  const sent = recentOf(wish, now)
  const seenAt = Math.min(wish.seen?.at ?? now, now)
  const restUntil = seenAt + wishPace.readBackMs
  if (wish.provedAt !== null) {
    // A write that was not answered may still arrive, and undo what came after it.
    const isUnsure = sent.some(({ answered }) => !answered)
    return {
      do: 'look',
      at: isUnsure ? Math.min(restUntil, seenAt + wishPace.maxWaitMs) : restUntil,
    }
  }
  if (wish.refusal !== null) return { do: 'look', at: restUntil }
  const freeAt = freeWrites([wish], wishPace.maxWritesPerMinute, now).at
  const maxWaitMs = tries < wishPace.manyTries ? wishPace.maxWaitMs : wishPace.readBackMs
  const waitMs = tries === 0 ? 0 : doubledMs(wishPace.firstWaitMs, tries - 1, maxWaitMs)
  const again = Math.max(0, ...sent.map(({ at }) => at)) + waitMs
  const at = Math.max(freeAt, again)
  return at <= now ? { do: 'send' } : { do: 'look', at }
}

/** Kept before the write leaves: a process that dies with it must not take it for somebody else's. */
export const sending = <W, S>(wish: Wish<W, S>, ids: readonly string[], now: number): Wish<W, S> => ({
  ...wish,
  tries: wish.tries + 1,
  sent: [
    ...wish.sent.filter((one) => now - one.at < wishPace.lateMs),
    { wished: wish.wished, at: now, ids, answered: false },
  ],
})

export const arrived = <W, S>(wish: Wish<W, S>, sentAt: number): Wish<W, S> => ({
  ...wish,
  sent: wish.sent.map((one) => (one.at === sentAt ? { ...one, answered: true } : one)),
})

export const unanswered = <W, S>(wish: Wish<W, S>, now: number): Wish<W, S> =>
  wish.failingSince === null ? { ...wish, failingSince: now } : wish

/** When the marketplace is asked again, or written to. Not before `now`. */
export function lookAt<W, S>(wish: Wish<W, S>, now: number): number {
  const step = nextStep(wish, now)
  const at = step.do === 'send' ? now : step.at
  const { failingSince } = wish
  if (failingSince === null) return Math.max(at, now)
  return Math.max(at, now + (now - failingSince < minuteMs ? wishPace.firstWaitMs : wishPace.maxWaitMs))
}
