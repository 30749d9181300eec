import { AppError } from '../../errors/app-error.ts'

export interface GateLimits {
  readonly inside: number
  readonly waiting: number
  readonly waitMs: number
}

/** Lets a few calls in at a time; others wait in line for a limited time, then they are rejected as overload. */
export class Gate {
  readonly #limits: GateLimits
  readonly #line: (() => void)[] = []
  #inside = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#limits.inside) this.#inside += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }

  #turn(): Promise<void> {
    const { waiting, waitMs } = this.#limits
    if (this.#line.length >= waiting) throw new AppError('server/overloaded')
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(enter), 1)
        reject(new AppError('server/overloaded'))
      }, waitMs)
      this.#line.push(enter)
    })
  }
}
