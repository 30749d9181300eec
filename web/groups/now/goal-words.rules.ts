import type { GoalOfStore } from '../../../contract/groups/goals.ts'

export interface GoalsOfGroup {
  /** Those with a goal: the sums are of them alone. */
  readonly with: readonly GoalOfStore[]
  readonly goalCents: number
  readonly soldCents: number
  /** Null: one of them has too little history. */
  readonly paceCents: number | null
}

/** The goals of the stores that have one; null: none has. */
export function goalsOf(stores: readonly GoalOfStore[]): GoalsOfGroup | null {
  const own = stores.filter(({ goalCents }) => goalCents !== null)
  if (own.length === 0) return null
  const sum = (of: (store: GoalOfStore) => number) => own.reduce((all, store) => all + of(store), 0)
  return {
    with: own,
    goalCents: sum(({ goalCents }) => goalCents ?? 0),
    soldCents: sum(({ soldCents }) => soldCents),
    paceCents: own.some(({ paceCents }) => paceCents === null)
      ? null
      : sum(({ paceCents }) => paceCents ?? 0),
  }
}
