import type { Wish, WishRules } from './wish.rules.ts'

/** Whether it is on sale, or its price in centavos. */
export type ItemWish = boolean | number

export interface SeenItem {
  readonly value: ItemWish
  /** Its whole category is paused there: nobody sees the item, whatever its own state. */
  readonly hidden: boolean
}

/** An item carries no mark: what we wrote a moment ago is ours. */
export const itemRules: WishRules<ItemWish, SeenItem> = {
  isSame: (wished, seen) => wished === seen.value,
  aged: (seen) => seen,
  isSameSeen: (a, b) => a.value === b.value,
  isMarked: () => false,
  isOurs: (_, to, sent) => sent.some(({ wished }) => wished === to.value),
  wishOf: ({ value }) => value,
}

/** A merchant refused it, or a person there wished something else. */
export const isUndone = ({ refusal, origin, wished }: Wish<ItemWish, SeenItem>, own: ItemWish): boolean =>
  refusal !== null || (origin === 'outside' && wished !== own)
