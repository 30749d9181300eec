import { ChildPool } from './child-pool.ts'

let shared: ChildPool | null = null

/** The children of this process that read what others sent: pictures, pages and spreadsheets. One is always there. */
export const readers = (): ChildPool =>
  (shared ??= new ChildPool(
    {
      children: 2,
      maxWaiting: 200,
      maxWaitingOfKey: 8,
      maxWaitMs: 20_000,
      heapMb: 256,
      maxMemoryMb: 640,
    },
    1,
  ))
