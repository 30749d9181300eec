import { AppError } from '../../errors/app-error.ts'

export interface GateLimits {
  /** Places: calls of cost 1 at a time. */
  readonly inside: number
  readonly waiting: number
  readonly waitMs: number
}

interface Waiting {
  readonly cost: number
  readonly enter: () => void
}

/**
 * Lets a few calls in at a time; others wait in line for a limited time, then they are rejected as overload. A call
 * takes as many places as it costs, at most half of them: costly ones are fewer at once, but never one alone.
 */
export class Gate {
  readonly #limits: GateLimits
  readonly #line: Waiting[] = []
  #free: number

  constructor(limits: GateLimits) {
    this.#limits = limits
    this.#free = limits.inside
  }

  async pass<T>(work: () => Promise<T>, wishedCost = 1): Promise<T> {
    const cost = Math.min(wishedCost, Math.max(1, Math.floor(this.#limits.inside / 2)))
    // Nobody overtakes: else a costly call would wait until nobody asks for a cheap one.
    if (this.#line.length === 0 && cost <= this.#free) this.#free -= cost
    else await this.#turn(cost)
    try {
      return await work()
    } finally {
      this.#free += cost
      this.#letIn()
    }
  }

  #letIn(): void {
    for (let next = this.#line[0]; next && next.cost <= this.#free; next = this.#line[0]) {
      this.#line.shift()
      this.#free -= next.cost
      next.enter()
    }
  }

  #turn(cost: number): Promise<void> {
    const { waiting, waitMs } = this.#limits
    if (this.#line.length >= waiting) throw new AppError('server/overloaded')
    return new Promise((resolve, reject) => {
      const turn: Waiting = {
        cost,
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(turn), 1)
        reject(new AppError('server/overloaded'))
        // It may have stood before cheaper ones.
        this.#letIn()
      }, waitMs)
      this.#line.push(turn)
    })
  }
}
