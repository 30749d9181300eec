import pg from 'pg'
import type { Logger } from 'pino'
import { appUrl } from './app-role.ts'

export interface Listener {
  /** Wakes every node. A lost message is harmless: listeners also poll. */
  notify(payload?: string): Promise<void>
  stop(): Promise<void>
}

const reconnectMs = 500
/** An idle connection that was cut silently looks like one on which nothing happens, so it is asked. */
const askEveryMs = 10_000
const answerWithinMs = 5_000

export type Channel = 'balcao_live' | 'balcao_print'

export interface ListenerOptions {
  readonly askEveryMs?: number
  readonly answerWithinMs?: number
}

/** One LISTEN connection per process and channel, reopened after a loss; `onWake` also runs after each reopening. */
export function listenForEvents(
  ownerUrl: string,
  log: Logger,
  onWake: (payload: string) => void,
  channel: Channel = 'balcao_live',
  options: ListenerOptions = {},
): Listener {
  let client: pg.Client | null = null
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  const open = async (): Promise<void> => {
    const deadlineMs = options.answerWithinMs ?? answerWithinMs
    const fresh = new pg.Client({
      connectionString: appUrl(ownerUrl),
      application_name: channel.replace('_', '-'),
      connectionTimeoutMillis: deadlineMs,
      query_timeout: deadlineMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    fresh.on('notification', (message) => onWake(message.payload ?? ''))
    fresh.on('error', (error) => {
      log.warn({ err: error }, 'live listener lost its connection')
      lost(fresh)
    })
    fresh.on('end', () => {
      lost(fresh)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      // Stopped meanwhile: nobody else would close it.
      if (stopped) return lost(fresh)
      client = fresh
      onWake('')
    } catch (error) {
      log.warn({ err: error }, 'live listener could not connect')
      lost(fresh)
    }
  }
  const lost = (which: pg.Client): void => {
    if (client === which) client = null
    which.removeAllListeners('end')
    which.on('error', () => {})
    void which.end().catch(() => {})
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = undefined
      void open()
    }, reconnectMs)
  }
  /** A connection runs one query at a time. One that does not answer is given up. */
  const run = (text: string, values: readonly string[] = []): Promise<unknown> => {
    const said = line.then(async () => {
      const asked = client
      try {
        await asked?.query(text, [...values])
      } catch (error) {
        if (asked && asked === client) lost(asked)
        throw error
      }
    })
    line = said.catch(() => {})
    return said
  }

  void open()
  const asking = setInterval(() => {
    run('select 1').catch((error: unknown) => {
      log.warn({ err: error }, 'live listener got no answer')
    })
  }, options.askEveryMs ?? askEveryMs)
  return {
    notify: async (payload = '') => {
      await run('select pg_notify($1, $2)', [channel, payload])
    },
    stop: async () => {
      stopped = true
      clearInterval(asking)
      clearTimeout(retry)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
