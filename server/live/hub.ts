import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/live/live.ts'
import { heartbeatSeconds } from '../../contract/live/live.ts'
import {
  accessOfHolders,
  currentCursor,
  eventsAfter,
  type Cursor,
  type StreamedEvent,
} from '../db/live-events.ts'
import type { DB } from '../db/tables.generated.ts'
import { listenForEvents, type Listener } from '../db/listener.ts'

/** Where one browser's stream ends. `write` answers false when the reader is too slow. */
export interface LiveSink {
  write(text: string): boolean
  close(): void
}

interface Client {
  readonly sink: LiveSink
  readonly uid: string
  readonly sessionId: string
  storeIds: ReadonlySet<string>
  roles: string
  /** Root sees stores without access entries: only the session is checked again. */
  readonly isRoot: boolean
  sent: Cursor
  /** Events that arrived while the past was being replayed; null once caught up. */
  held: StreamedEvent[] | null
}

export interface LiveReader {
  readonly uid: string
  readonly sessionId: string
  readonly isRoot: boolean
  /** Level by store. */
  readonly roles: ReadonlyMap<string, number>
}

const announceEveryMs = 20
const lookEveryMs = 1_000
const checkAccessEveryMs = 1_000
const batch = 500
const replayLimit = 2_000
export const streamsPerUser = 20

/** Who hears what. Events leave as ids; the reader fetches with its ordinary authorisation. */
export class LiveHub {
  private readonly db: Kysely<DB>
  private readonly log: Logger
  private readonly now: () => Date
  private readonly clients = new Set<Client>()
  private listener: Listener | null = null
  private cursor: Cursor | null = null
  private pumping = false
  private again = false
  private announcing: NodeJS.Timeout | undefined
  private timers: NodeJS.Timeout[] = []

  constructor(parts: { db: Kysely<DB>; log: Logger; now: () => Date }) {
    this.db = parts.db
    this.log = parts.log
    this.now = parts.now
  }

  /** `listenUrl`: a direct connection, not through a transaction pooler. */
  start(listenUrl: string): void {
    this.listener = listenForEvents(listenUrl, this.log, () => void this.pump())
    this.timers = [
      setInterval(() => void this.pump(), lookEveryMs),
      setInterval(() => void this.checkAccess(), checkAccessEveryMs),
      setInterval(() => this.beat(), heartbeatSeconds * 1_000),
    ]
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    clearTimeout(this.announcing)
    for (const client of [...this.clients]) this.drop(client)
    await this.listener?.stop()
  }

  /** Says that events were committed: one NOTIFY for all that happens within 20 ms. */
  announce(): void {
    this.announcing ??= setTimeout(() => {
      this.announcing = undefined
      this.listener?.notify().catch((error: unknown) => {
        this.log.warn({ err: error }, 'live announcement failed; readers look by themselves')
      })
      void this.pump()
    }, announceEveryMs)
  }

  streamsOf(uid: string): number {
    let count = 0
    for (const client of this.clients) if (client.uid === uid) count += 1
    return count
  }

  get streams(): number {
    return this.clients.size
  }

  closeSession(sessionId: string): void {
    for (const client of [...this.clients]) {
      if (client.sessionId !== sessionId) continue
      // The screen asks at once who it is, and reads that the session ended.
      this.sayAccess(client)
      this.drop(client)
    }
  }

  /** Joins the live set first, then replays what came after `after`; returns how to leave. */
  async attach(reader: LiveReader, sink: LiveSink, after: Cursor | null): Promise<() => void> {
    this.cursor ??= await currentCursor(this.db)
    const client: Client = {
      sink,
      uid: reader.uid,
      sessionId: reader.sessionId,
      isRoot: reader.isRoot,
      storeIds: new Set(reader.roles.keys()),
      roles: rolesText(reader.roles),
      sent: after ?? this.cursor,
      held: [],
    }
    this.clients.add(client)
    this.send(client, client.sent, { kind: 'hello', at: this.now().toISOString() })
    if (after) await this.replay(client, after)
    for (const event of client.held ?? []) this.deliver(client, event)
    client.held = null
    return () => {
      this.clients.delete(client)
    }
  }

  private async replay(client: Client, after: Cursor): Promise<void> {
    const missed = await eventsAfter(this.db, [...client.storeIds], after, replayLimit)
    if (missed.length === replayLimit) {
      client.sent = this.cursor ?? after
      this.send(client, client.sent, { kind: 'resync', at: this.now().toISOString() })
      return
    }
    for (const event of missed) this.deliver(client, event)
  }

  /** Reads new events once for all clients of this node; a wake-up during the read runs it again. */
  private async pump(): Promise<void> {
    if (this.pumping) {
      this.again = true
      return
    }
    if (this.clients.size === 0) {
      this.cursor = null
      return
    }
    this.pumping = true
    try {
      do {
        this.again = false
        this.cursor ??= await currentCursor(this.db)
        const events = await eventsAfter(this.db, this.storesHeard(), this.cursor, batch)
        for (const event of events) {
          for (const client of this.clients) this.offer(client, event)
          this.cursor = { tx: event.tx, id: event.id }
        }
        if (events.length === batch) this.again = true
      } while (this.again)
    } catch (error) {
      // The next look continues from the same cursor: nothing is skipped.
      this.log.warn({ err: error }, 'live events could not be read')
    } finally {
      this.pumping = false
    }
  }

  private offer(client: Client, event: StreamedEvent): void {
    if (!client.storeIds.has(event.storeId)) return
    if (client.held) client.held.push(event)
    else this.deliver(client, event)
  }

  private deliver(client: Client, event: StreamedEvent): void {
    if (!isAfter(event, client.sent)) return
    client.sent = { tx: event.tx, id: event.id }
    const { storeId, orderId, type } = event
    const at = event.at.toISOString()
    // The stream's table is keyed by order; what happened to the store itself carries the store's id.
    if (orderId === storeId) this.send(client, client.sent, { kind: 'store', storeId, topic: type, at })
    else this.send(client, client.sent, { kind: 'order', storeId, orderId, type, at })
  }

  private send(client: Client, at: Cursor, event: LiveEvent): void {
    // A slow reader is closed: it comes back and resumes where it was.
    if (!client.sink.write(`id: ${at.tx}-${at.id}\ndata: ${JSON.stringify(event)}\n\n`)) this.drop(client)
  }

  private beat(): void {
    const text = `data: ${JSON.stringify({ kind: 'beat' } satisfies LiveEvent)}\n\n`
    for (const client of [...this.clients]) if (!client.sink.write(text)) this.drop(client)
  }

  /** Within two seconds a session that ended is told so and its stream closed, and a changed role is told; a store that was taken away is heard no more. */
  private async checkAccess(): Promise<void> {
    if (this.clients.size === 0) return
    try {
      const clients = [...this.clients]
      const access = await accessOfHolders(this.db, clients, this.storesHeard(), this.now())
      for (const client of clients) {
        const roles = access.get(client.sessionId)
        if (!roles) {
          this.sayAccess(client)
          this.drop(client)
        } else if (!client.isRoot && rolesText(roles) !== client.roles) {
          client.roles = rolesText(roles)
          client.storeIds = new Set(roles.keys())
          this.sayAccess(client)
        }
      }
    } catch (error) {
      this.log.warn({ err: error }, 'live access could not be checked')
    }
  }

  private sayAccess(client: Client): void {
    this.send(client, client.sent, { kind: 'access', at: this.now().toISOString() })
  }

  private storesHeard(): string[] {
    const heard = new Set<string>()
    for (const client of this.clients) for (const storeId of client.storeIds) heard.add(storeId)
    return [...heard]
  }

  private drop(client: Client): void {
    this.clients.delete(client)
    client.sink.close()
  }
}

const rolesText = (roles: ReadonlyMap<string, number>): string =>
  [...roles]
    .map(([storeId, role]) => `${storeId}:${role}`)
    .toSorted()
    .join()

function isAfter(a: Cursor, b: Cursor): boolean {
  const aTx = BigInt(a.tx)
  const bTx = BigInt(b.tx)
  return aTx > bTx || (aTx === bTx && a.id > b.id)
}
