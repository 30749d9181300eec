import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/live/live.ts'
import { heartbeatSeconds } from '../../contract/live/live.ts'
import {
  eventsAfter,
  recentPosition,
  streamEnds,
  type LiveEventRow,
  type StreamPosition,
} from '../db/live-events.ts'
import { followingMoves, movedStores } from '../db/moved.ts'
import type { Cells, Directory, StoresOfCell } from '../db/tables.ts'
import { isShut } from '../db/connections/pool.ts'
import { listenForEvents, type Listener } from '../db/connections/listener.ts'
import { accessOfStreams } from '../identity/sessions/stream-access.ts'
import { Histories } from './histories.ts'
import { positionOf, positionText } from './stream-position.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly live: LiveHub
  }
}

/** One browser's stream. `write` returns false if the client is too slow. */
export interface LiveSink {
  write(text: string): boolean
  close(): void
}

interface Client {
  readonly sink: LiveSink
  readonly uid: string
  readonly sessionId: string
  storeIds: ReadonlySet<string>
  /** Their cells are known. Until then nothing is read for it, so that it keeps no other waiting. */
  found: boolean
  roles: string
  /** The last number that this browser received, for each of its stores. */
  readonly sent: Map<string, number>
  /** Events that arrived during the replay; null once caught up. */
  held: LiveEventRow[] | null
}

export interface LiveReader {
  readonly uid: string
  readonly sessionId: string
  /** Role level by store. */
  readonly roles: ReadonlyMap<string, number>
}

const announceEveryMs = 20
const pollEveryMs = 1_000
const checkAccessEveryMs = 1_000
const batch = 500
const replayLimit = 2_000
export const streamsPerUser = 20

/** Sends each browser the ids of its stores' events; the browser fetches the data with its usual authorisation. */
export class LiveHub {
  private readonly directory: Kysely<Directory>
  private readonly cells: Cells
  private readonly log: Logger
  private readonly now: () => Date
  private readonly clients = new Set<Client>()
  /** One for each cell. */
  private listeners: readonly Listener[] = []
  /** The last number of each subscribed store that was handed to the clients. */
  private readonly read = new Map<string, number>()
  private readonly histories: Histories
  private pumping = false
  private again = false
  private announcing: NodeJS.Timeout | undefined
  /** Cells that were written to since the last announcement. */
  private readonly announced = new Set<number>()
  private timers: NodeJS.Timeout[] = []

  constructor(parts: { directory: Kysely<Directory>; cells: Cells; log: Logger; now: () => Date }) {
    this.directory = parts.directory
    this.cells = parts.cells
    this.log = parts.log
    this.now = parts.now
    this.histories = new Histories(parts)
  }

  /** `listenUrls`: of each cell a direct connection, not through a transaction pooler. */
  start(listenUrls: readonly string[]): void {
    const onWake = () => void this.pump()
    this.listeners = listenUrls.map((url) =>
      listenForEvents(url, { channel: 'balcao_live', log: this.log, onWake }),
    )
    this.timers = [
      setInterval(() => void this.pump(), pollEveryMs),
      setInterval(() => void this.checkAccess(), checkAccessEveryMs),
      setInterval(() => this.beat(), heartbeatSeconds * 1_000),
    ]
  }

  /** Ends every stream, so that the process can answer its last calls and stop. */
  closeStreams(): void {
    for (const client of [...this.clients]) this.drop(client)
  }

  /** After the last commit: an announcement that waits is sent to the other nodes first. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    this.closeStreams()
    clearTimeout(this.announcing)
    if (this.announcing) await this.notifyCells().catch(() => {})
    await Promise.all(this.listeners.map((listener) => listener.stop()))
  }

  /** Notifies the other nodes of events committed in a cell: one NOTIFY of each for everything within 20 ms. */
  announce(cell = 0): void {
    this.announced.add(cell)
    this.announcing ??= setTimeout(() => {
      this.announcing = undefined
      this.notifyCells().catch((error: unknown) => {
        this.log.warn({ err: error }, 'live announcement failed; readers poll anyway')
      })
      void this.pump()
    }, announceEveryMs)
  }

  private async notifyCells(): Promise<void> {
    const cells = [...this.announced]
    this.announced.clear()
    await Promise.all(cells.flatMap((cell) => this.listeners[cell]?.notify() ?? []))
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
      // The screen checks its session at once and finds that it ended.
      this.sayAccess(client)
      this.drop(client)
    }
  }

  /** Joins the live set first, then replays events after `after`; returns a function to leave. */
  async attach(reader: LiveReader, sink: LiveSink, after: string | null): Promise<() => void> {
    const client: Client = {
      sink,
      uid: reader.uid,
      sessionId: reader.sessionId,
      storeIds: new Set(reader.roles.keys()),
      found: false,
      roles: rolesText(reader.roles),
      sent: new Map(),
      held: [],
    }
    this.clients.add(client)
    try {
      await this.catchUp(client, after)
    } catch (error) {
      // The browser reconnects and resumes, which is better than an open stream without events.
      this.drop(client)
      throw error
    }
    return () => {
      this.clients.delete(client)
    }
  }

  private async catchUp(client: Client, after: string | null): Promise<void> {
    const storeIds = [...client.storeIds]
    await this.cells.parts(storeIds)
    client.found = true
    await this.followHistory(client)
    const resumed = after === null ? null : positionOf(after, storeIds, this.histories.id)
    const recent = after === null ? await recentPosition(this.cells, storeIds) : null
    const ends = await streamEnds(this.cells, storeIds)
    // A page reads everything again after it received `resync`.
    const from = resumed ?? recent ?? ends
    // Another read may have advanced meanwhile, so read what this client has missed once more.
    for (const [storeId, end] of ends) this.read.set(storeId, Math.min(this.read.get(storeId) ?? end, end))
    const missed = await this.missedSince(from, ends)
    for (const [storeId, seq] of missed ? from : ends) client.sent.set(storeId, seq)
    const at = this.now().toISOString()
    this.send(client, { kind: 'hello', at })
    if (!missed || (after !== null && !resumed)) this.send(client, { kind: 'resync', at })
    for (const event of [...(missed ?? []), ...(client.held ?? [])]) this.deliver(client, event)
    client.held = null
  }

  /** Null if there are too many, they are no longer stored, or the position is ahead of a restored database. */
  private async missedSince(
    from: StreamPosition,
    ends: StreamPosition,
  ): Promise<readonly LiveEventRow[] | null> {
    const gaps = [...ends].map(([storeId, end]) => end - (from.get(storeId) ?? 0))
    const missing = gaps.reduce((sum, gap) => sum + gap, 0)
    if (missing > replayLimit || gaps.some((gap) => gap < 0)) return null
    const events = await eventsAfter(this.cells, from, replayLimit)
    return events.length < missing ? null : events
  }

  /** Reads new events once for all clients of this node; a wake-up during the read triggers another. */
  private async pump(): Promise<void> {
    if (this.pumping) {
      this.again = true
      return
    }
    this.pumping = true
    try {
      do {
        this.again = false
        if (this.clients.size > 0) await this.followHistory()
        const heard = this.storesHeard()
        for (const storeId of this.read.keys()) if (!heard.has(storeId)) this.read.delete(storeId)
        await this.readNew(heard)
      } while (this.again)
    } catch (error) {
      // The next read continues from the same numbers, so nothing is skipped.
      if (!isShut(error)) this.log.warn({ err: error }, 'live events could not be read')
    } finally {
      this.pumping = false
    }
  }

  /**
   * After a failover or a restore the numbers of the streams may be given a second time. Browsers reconnect with
   * positions of the former history, which makes them reload everything.
   */
  private async followHistory(opening?: Client): Promise<void> {
    if (!(await this.histories.follow())) return
    this.read.clear()
    for (const client of [...this.clients]) if (client !== opening) this.drop(client)
  }

  /** Each cell alone, so that one that does not answer keeps no other waiting. */
  private async readNew(heard: ReadonlySet<string>): Promise<void> {
    await followingMoves(this.cells, async () => {
      const parts = await this.cells.parts([...heard])
      const read = await Promise.allSettled(parts.map((part) => this.readNewOf(part)))
      const failed = read.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      if (failed.length > 0) throw failed.find((reason) => movedStores(reason)) ?? failed[0]
    })
  }

  private async readNewOf({ cell, storeIds }: StoresOfCell): Promise<void> {
    const ends = await streamEnds(cell, storeIds)
    const behind = new Map<string, number>()
    for (const [storeId, end] of ends) {
      const read = this.read.get(storeId)
      if (read === undefined) this.read.set(storeId, end)
      else if (read < end) behind.set(storeId, read)
    }
    const events = await eventsAfter(cell, behind, batch)
    for (const event of events) {
      this.read.set(event.storeId, event.seq)
      for (const client of this.clients) this.offer(client, event)
    }
    if (events.length === batch) this.again = true
  }

  private offer(client: Client, event: LiveEventRow): void {
    if (!client.storeIds.has(event.storeId)) return
    if (client.held) client.held.push(event)
    else this.deliver(client, event)
  }

  private deliver(client: Client, { storeId, seq, orderId, type, at }: LiveEventRow): void {
    const last = client.sent.get(storeId)
    if (last !== undefined && seq <= last) return
    client.sent.set(storeId, seq)
    const when = at.toISOString()
    if (orderId === null) this.send(client, { kind: 'store', storeId, topic: type, at: when })
    else this.send(client, { kind: 'order', storeId, orderId, type, at: when })
  }

  private send(client: Client, event: LiveEvent): void {
    // A slow client is closed; it reconnects and resumes.
    const text = `id: ${positionText(client.sent, this.histories.id)}\ndata: ${JSON.stringify(event)}\n\n`
    if (!client.sink.write(text)) this.drop(client)
  }

  private beat(): void {
    const text = `data: ${JSON.stringify({ kind: 'beat' } satisfies LiveEvent)}\n\n`
    for (const client of [...this.clients]) if (!client.sink.write(text)) this.drop(client)
  }

  /**
   * Within two seconds, closes the streams of ended sessions and publishes changed roles. Clients stop receiving
   * events of stores they lost access to, and start with those they joined.
   */
  private async checkAccess(): Promise<void> {
    if (this.clients.size === 0) return
    try {
      const clients = [...this.clients]
      const sessionIds = clients.map(({ sessionId }) => sessionId)
      const access = await accessOfStreams(this.directory, sessionIds, this.now())
      for (const client of clients) {
        const roles = access.get(client.sessionId)
        if (!roles) {
          this.sayAccess(client)
          this.drop(client)
        } else if (rolesText(roles) !== client.roles) await this.changeAccess(client, roles)
      }
    } catch (error) {
      this.log.warn({ err: error }, 'live access could not be checked')
    }
  }

  private async changeAccess(client: Client, roles: ReadonlyMap<string, number>): Promise<void> {
    // The screen reads everything again after `access`, so what happens from here on is to be heard.
    const ends = await streamEnds(
      this.cells,
      [...roles.keys()].filter((storeId) => !client.storeIds.has(storeId)),
    )
    for (const [storeId, end] of ends) {
      this.read.set(storeId, Math.min(this.read.get(storeId) ?? end, end))
      client.sent.set(storeId, end)
    }
    client.roles = rolesText(roles)
    client.storeIds = new Set(roles.keys())
    for (const storeId of client.sent.keys()) if (!client.storeIds.has(storeId)) client.sent.delete(storeId)
    this.sayAccess(client)
  }

  private sayAccess(client: Client): void {
    this.send(client, { kind: 'access', at: this.now().toISOString() })
  }

  private storesHeard(): ReadonlySet<string> {
    const heard = new Set<string>()
    for (const client of this.clients)
      if (client.found) for (const storeId of client.storeIds) heard.add(storeId)
    return heard
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
