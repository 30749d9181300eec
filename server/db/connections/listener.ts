import pg from 'pg'
import type { Logger } from 'pino'
import { appUrl } from '../schema/app-role.ts'

export interface Listener {
  /** Wakes every node. A lost message is harmless: listeners also poll. */
  notify(payload?: string): Promise<void>
  stop(): Promise<void>
}

type Channel = 'balcao_live' | 'balcao_print'

export interface ListenerOptions {
  readonly channel: Channel
  readonly log: Logger
  /** Also called with an empty payload after each reopening. */
  readonly onWake: (payload: string) => void
  /** An idle connection that was cut silently looks like one on which nothing happens, so it is asked. */
  readonly askEveryMs?: number
  readonly answerWithinMs?: number
}

/** One LISTEN connection per process and channel, reopened after a loss. */
export function listenForEvents(ownerUrl: string, options: ListenerOptions): Listener {
  return new ListenConnection(ownerUrl, options)
}

const reconnectMs = 500

class ListenConnection implements Listener {
  private readonly url: string
  private readonly options: ListenerOptions
  private readonly asking: NodeJS.Timeout
  private client: pg.Client | null = null
  private stopped = false
  /** Said once for each outage. */
  private hasWarned = false
  private retry: NodeJS.Timeout | undefined
  private line: Promise<unknown> = Promise.resolve()

  constructor(ownerUrl: string, options: ListenerOptions) {
    this.url = appUrl(ownerUrl)
    this.options = options
    void this.open()
    this.asking = setInterval(() => {
      this.run('select 1').catch((error: unknown) => {
        options.log.warn({ err: error }, 'live listener got no answer')
      })
    }, options.askEveryMs ?? 10_000)
  }

  async notify(payload = ''): Promise<void> {
    await this.run('select pg_notify($1, $2)', [this.options.channel, payload])
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.asking)
    clearTimeout(this.retry)
    // A notification of the last commits may still be on its way.
    await this.line
    this.client?.removeAllListeners('end')
    await this.client?.end().catch(() => {})
  }

  private async open(): Promise<void> {
    const { channel, log, onWake, answerWithinMs = 5_000 } = this.options
    const fresh = new pg.Client({
      connectionString: this.url,
      application_name: channel.replace('_', '-'),
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    fresh.on('notification', (message) => onWake(message.payload ?? ''))
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'live listener lost its connection')
      this.lost(fresh)
    })
    fresh.on('end', () => {
      this.lost(fresh)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      if (!this.hasWarned) log.warn({ err: error }, 'live listener could not connect')
      this.hasWarned = true
      this.lost(fresh)
      return
    }
    // Stopped meanwhile: nobody else would close it.
    if (this.stopped) return this.lost(fresh)
    this.client = fresh
    this.hasWarned = false
    onWake('')
  }

  private lost(which: pg.Client): void {
    if (this.client === which) this.client = null
    which.removeAllListeners('end')
    which.on('error', () => {})
    void which.end().catch(() => {})
    if (this.stopped || this.retry) return
    this.retry = setTimeout(() => {
      this.retry = undefined
      void this.open()
    }, reconnectMs)
  }

  /** A connection runs one query at a time. One that does not answer is given up. */
  private run(text: string, values: readonly string[] = []): Promise<unknown> {
    const said = this.line.then(async () => {
      const { client } = this
      try {
        await client?.query(text, [...values])
      } catch (error) {
        if (client && client === this.client) this.lost(client)
        throw error
      }
    })
    this.line = said.catch(() => {})
    return said
  }
}
