/** What was asked for and is not done: the first runs, the others wait for it. */
type OnAsked<T> = (asked: readonly T[]) => void

/**
 * Runs what is asked for one after the other, in the order of the clicks: two that change the same
 * thing end as the last one said. The same while it runs or waits is once. A failure is for
 * `act` to tell, and keeps nobody else from their turn.
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
