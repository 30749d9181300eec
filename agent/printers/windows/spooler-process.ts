import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { endOfSource, spoolerSource, startCommand } from './spooler-source.ts'

/** The parts of a child process that are used. */
export interface SpoolerChild {
  readonly stdin: Writable
  readonly stdout: Readable
  kill(): void
  once(event: 'exit' | 'error', listener: () => void): unknown
}

/** The spooler refused, with a Win32 error; -1: its answer made no sense. */
export class SpoolerRefusal extends Error {
  readonly code: number
  /** Bytes may be on paper. */
  readonly started: boolean

  constructor(code: number, started: boolean) {
    super(`The spooler refused with ${String(code)}.`)
    this.name = 'SpoolerRefusal'
    this.code = code
    this.started = started
  }
}

/** No answer: PowerShell is not there, may not compile, ended, or is silent. */
class SpoolerGone extends Error {}

export interface Spooler {
  ask(verb: string, ...words: readonly string[]): Promise<readonly string[]>
}

interface SpoolerLimits {
  /** The first answer waits for PowerShell and the compiler. */
  readonly firstMs: number
  readonly answerMs: number
  /** The process ends after this time without a request. */
  readonly idleMs: number
  /** A process that ended without an answer is not tried again before. */
  readonly restMs: number
}

const usualLimits: SpoolerLimits = {
  firstMs: 30_000,
  answerMs: 10_000,
  idleMs: 60_000,
  restMs: 60_000,
}

/** One process for all requests, started when one comes and ended when none comes. */
export function spoolerProcess(
  start: () => SpoolerChild = startPowerShell,
  limits: SpoolerLimits = usualLimits,
): Spooler {
  let running: Running | null = null
  return {
    ask: async (verb, ...words) => {
      // The heartbeat waits for it, and must not be late each time.
      if (running?.endedInVain(limits.restMs)) throw new SpoolerGone('PowerShell did not start.')
      if (!running?.alive) running = new Running(start(), limits)
      return running.ask([verb, ...words].join(' '))
    },
  }
}

interface Waiting {
  readonly resolve: (words: readonly string[]) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

class Running {
  alive = true
  readonly #child: SpoolerChild
  readonly #limits: SpoolerLimits
  readonly #waiting = new Map<string, Waiting>()
  #answered = false
  #endedAt = 0
  #lastId = 0
  #idle: NodeJS.Timeout | undefined

  constructor(child: SpoolerChild, limits: SpoolerLimits) {
    this.#child = child
    this.#limits = limits
    child.once('exit', () => this.#end())
    child.once('error', () => this.#end())
    // It ended; `exit` says so.
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => this.#heard(line))
    child.stdin.write(`${spoolerSource.trim()}\n${endOfSource}\n`)
  }

  /** It ended a short time ago and never answered. */
  endedInVain(withinMs: number): boolean {
    return !this.alive && !this.#answered && Date.now() - this.#endedAt < withinMs
  }

  ask(request: string): Promise<readonly string[]> {
    clearTimeout(this.#idle)
    this.#lastId += 1
    const id = String(this.#lastId)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#end(),
        this.#answered ? this.#limits.answerMs : this.#limits.firstMs,
      )
      this.#waiting.set(id, { resolve, reject, timer })
      this.#child.stdin.write(`${id} ${request}\n`)
    })
  }

  #heard(line: string): void {
    const [id = '', outcome, ...words] = line.split(' ')
    const asked = this.#waiting.get(id)
    if (!asked) return
    this.#answered = true
    this.#waiting.delete(id)
    clearTimeout(asked.timer)
    if (outcome === 'ok') asked.resolve(words)
    else asked.reject(new SpoolerRefusal(Number(words[0]), words[1] === '1'))
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), this.#limits.idleMs).unref()
  }

  #end(): void {
    if (!this.alive) return
    this.alive = false
    this.#endedAt = Date.now()
    clearTimeout(this.#idle)
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new SpoolerGone('The spooler does not answer.'))
    }
    this.#waiting.clear()
    this.#child.kill()
  }
}

/** From its own folder, never by the search path, in which anybody may put another. */
function startPowerShell(): SpoolerChild {
  const windows = process.env.SystemRoot ?? 'C:\\Windows'
  return spawn(
    join(windows, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', startCommand],
    { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  )
}
