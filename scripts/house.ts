import { supervise, type Part, type Supervised, type Supervision } from './supervise.ts'

/** The parts of `npm start`, in the order of their start. */
export interface House {
  /**
   * A part that others need. Resolves when it serves, rejects when its first start failed; one that ends too often ends
   * the house.
   */
  need(part: Part): Promise<Supervised>
  /** A part that nobody needs: it can fail, hang and end without harm. Resolves when it serves, or soon without it. */
  beside(part: Part): Promise<Supervised>
  /** The last that was started first. */
  stop(): Promise<void>
}

type Pauses = Pick<Supervision, 'pauseMs' | 'maxPauseMs' | 'restMs' | 'maxRestMs'>

export interface HouseOptions extends Pauses {
  readonly say: (line: string) => void
  readonly giveUp: () => void
  /** Ends of the parts beside it count only while it does. */
  readonly serverAnswers: () => Promise<boolean>
  /** How long the others wait for the first start of a part that they do not need. */
  readonly maxWaitMs?: number
}

export function createHouse({
  say,
  giveUp,
  serverAnswers,
  maxWaitMs = 10_000,
  ...pauses
}: HouseOptions): House {
  const parts: Supervised[] = []
  return {
    need: async (part) => {
      const supervised = supervise(part, { say, giveUp, ...pauses })
      parts.push(supervised)
      await supervised.up()
      return supervised
    },
    beside: async (part) => {
      const supervised = supervise(part, { say, giveUp: null, counts: serverAnswers, ...pauses })
      parts.push(supervised)
      const long = Promise.withResolvers<null>()
      const timer = setTimeout(long.resolve, maxWaitMs, null)
      await Promise.race([supervised.up(), long.promise]).catch(() => {})
      clearTimeout(timer)
      return supervised
    },
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}
