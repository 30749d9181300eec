/** Calls of a burst are one run of the work, `ms` after the first of them, with everything that they named. */
export function oncePerBurst<T = void>(work: (named: ReadonlySet<T>) => void, ms: number): (one: T) => void {
  let named = new Set<T>()
  return (one) => {
    if (named.size === 0)
      setTimeout(() => {
        const all = named
        named = new Set()
        work(all)
      }, ms)
    named.add(one)
  }
}
