/** What an order costs, over its whole life. */
export interface OrderCost {
  /** Of all PostgreSQL servers, in ms of one core. */
  readonly postgresMs: number
  /** Of the processes that answer, and of those that work. */
  readonly apiMs: number
  readonly workerMs: number
  readonly statements: number
  /** Log in the long run, and right after a checkpoint, when whole pages are logged. */
  readonly walBytes: number
  readonly walBytesAfterCheckpoint: number
  /** Kept with indexes. */
  readonly keptBytes: number
}

/** What is assumed, not measured. */
export const assumed = {
  ordersADay: 300,
  fridayFactor: 1.6,
  peakHourShare: 0.15,
  peakMinuteFactor: 1.3,
  /** Screens that are read cost as much again as the orders. */
  reading: 1,
  /** Of a machine's cores at the peak minute. */
  busy: 0.5,
  storesOfACell: 2_500,
  /** PostgreSQL machines of a cell: one leads, one has every commit, one takes their place. */
  machinesOfACell: 3,
  /** Cores that a process of Node can use. */
  coresOfAProcess: 1,
} as const

export interface Shape {
  readonly stores: number
  readonly ordersASecond: number
  readonly cells: number
  readonly coresOfACell: number
  readonly postgresMachines: number
  readonly apiProcesses: number
  readonly workerProcesses: number
  readonly connectionsOfACell: number
  readonly walADay: number
  readonly keptAYear: number
  /** Orders of all cells ÷ of one cell as large as they are; by this model, never measured. */
  readonly speedUp: number
}

/** What a process opens in its own cell (server/db/connections), with two that listen. */
const connectionsOfAProcess = 16

/** Machines for that number of stores. `twoCells` is what an order costs over two cells ÷ over one. */
export function shapeFor(stores: number, cost: OrderCost, twoCells: number): Shape {
  const peak =
    (assumed.ordersADay * assumed.fridayFactor * assumed.peakHourShare * assumed.peakMinuteFactor) / 3_600
  const ordersASecond = stores * peak
  const cells = Math.ceil(stores / assumed.storesOfACell)
  const overhead = cells > 1 ? Math.max(twoCells, 1) : 1
  const cores = (ms: number) => ((ordersASecond * ms) / 1_000 / assumed.busy) * overhead
  const reading = 1 + assumed.reading
  const perCell = (count: number) => Math.ceil(count / cells) * cells
  // Two of each, so that one may end.
  const apiProcesses = Math.max(perCell(cores(cost.apiMs * reading) / assumed.coresOfAProcess), 2 * cells)
  const workerProcesses = Math.max(perCell(cores(cost.workerMs) / assumed.coresOfAProcess), 2 * cells)
  return {
    stores,
    ordersASecond,
    cells,
    coresOfACell: Math.ceil(cores(cost.postgresMs * reading) / cells),
    postgresMachines: cells * assumed.machinesOfACell,
    apiProcesses,
    workerProcesses,
    connectionsOfACell: ((apiProcesses + workerProcesses) / cells) * connectionsOfAProcess,
    walADay: stores * assumed.ordersADay * cost.walBytesAfterCheckpoint,
    keptAYear: stores * assumed.ordersADay * 365 * cost.keptBytes,
    speedUp: cells / overhead,
  }
}
