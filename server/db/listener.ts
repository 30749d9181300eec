import pg from 'pg'
import type { Logger } from 'pino'
import { appUrl } from './app-role.ts'

export interface Listener {
  /** Wakes every node. A lost message is harmless: listeners also poll. */
  notify(payload?: string): Promise<void>
  stop(): Promise<void>
}

const reconnectMs = 500

export type Channel = 'balcao_live' | 'balcao_print'

/** One LISTEN connection per process and channel, reopened after a loss; `onWake` also runs after each reopening. */
export function listenForEvents(
  ownerUrl: string,
  log: Logger,
  onWake: (payload: string) => void,
  channel: Channel = 'balcao_live',
): Listener {
  let client: pg.Client | null = null
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  const open = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: appUrl(ownerUrl),
      application_name: channel.replace('_', '-'),
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

  void open()
  return {
    notify: async (payload = '') => {
      // A connection runs one query at a time.
      const said = line.then(() => client?.query('select pg_notify($1, $2)', [channel, payload]))
      line = said.catch(() => {})
      await said
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
