/** Receives the unfinished requests: the first one runs, the others wait. */
type OnAsked<T> = (asked: readonly T[]) => void

/**
 * Runs requests one at a time, in click order, so that the last click wins when two change the same thing. A
 * request that already runs or waits is not added twice. `act` reports its own failures, which do not block
 * later requests.
 */
export function inTurn<T>(act: (what: T) => Promise<void>, tell: OnAsked<T>): (what: T) => void {
  let asked: readonly T[] = []
  const change = (next: readonly T[]) => tell((asked = next))
  const work = async () => {
    for (let [what] = asked; what !== undefined; [what] = asked) {
      await act(what)
      change(asked.slice(1))
    }
  }
  return (what) => {
    if (asked.includes(what)) return
    const idle = asked.length === 0
    change([...asked, what])
    if (idle) void work()
  }
}
