/** Receives the unfinished requests: the first one runs, the others wait. */
type OnQueueChange<T> = (queue: readonly T[]) => void

/**
 * Runs requests one at a time, in click order, so that the last click wins when two change the same thing. A
 * request that already runs or waits is not added twice. `act` reports its own failures, which do not block
 * later requests.
 */
export function inTurn<T>(act: (item: T) => Promise<void>, onChange: OnQueueChange<T>): (item: T) => void {
  let queue: readonly T[] = []
  const change = (next: readonly T[]) => onChange((queue = next))
  const work = async () => {
    for (let [item] = queue; item !== undefined; [item] = queue) {
      await act(item)
      change(queue.slice(1))
    }
  }
  return (item) => {
    if (queue.includes(item)) return
    const idle = queue.length === 0
    change([...queue, item])
    if (idle) void work()
  }
}
