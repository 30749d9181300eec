import type { WokenQueue } from '../db/after-commit.ts'

declare module '../deps.ts' {
  interface Deps {
    /** Null in a process that only answers calls, and before it has started. */
    worker(): Worker | null
  }
}

/** A consumer with rounds: it begins one every so often and never two at the same time. */
export interface PeriodicConsumer {
  readonly name: string
  readonly everyMs: number
  /** Before the first round of this process. */
  readonly startAfterMs?: number
  /** A round that shows no progress for longer makes the process unready. */
  readonly timeLimitMs: number
  run(round: Round): Promise<void>
  /** After the last round of this process: lets another take over at once. */
  release?(): Promise<void>
}

export interface Round {
  /** The process stops. */
  readonly signal: AbortSignal
  /** A long round calls this after each part. */
  readonly progressed: () => void
}

/** A consumer of a queue: it looks when it is woken, at least once a period, and runs lanes beside each other. */
export interface QueueConsumer {
  readonly name: string
  readonly queue: WokenQueue
  readonly everyMs: number
  /** Lanes that run at the same time. */
  readonly concurrency: number
  /** Of one store. */
  readonly lanesPerStore: number
  /** A slower lane gives its place to others; its store's limit still counts it. */
  readonly slowAfterMs: number
  /** A look for work that takes longer makes the process unready. */
  readonly timeLimitMs: number
  claim(room: Room): Promise<readonly Lane[]>
}

export interface Lane {
  /** No second lane of the same key starts while it runs. */
  readonly key: string
  readonly storeId: string
  readonly run: () => Promise<void>
}

export interface Room {
  readonly lanes: number
  /** Stores that may start no further lane. */
  readonly fullStores: readonly string[]
  ofStore(storeId: string): number
  /** The keys of the lanes that run. */
  running(): readonly string[]
}

export type Consumer = PeriodicConsumer | QueueConsumer

export interface ConsumerState {
  readonly name: string
  readonly sinceProgressMs: number
  /** Null: no round has succeeded yet. */
  readonly sinceSuccessMs: number | null
  readonly stalled: boolean
  readonly running: number
}

export interface RunningConsumer {
  readonly wake: () => void
  state(): ConsumerState
  /** Starts nothing more and waits for what runs; false: some of it still does. */
  stop(): Promise<boolean>
}

/** What the rest of the process may do with its worker. */
export interface Worker {
  wake(queue: WokenQueue): void
  states(): readonly ConsumerState[]
  /** Starts nothing more and waits for what runs; false: some of it still does. */
  stop(): Promise<boolean>
}
