import type pg from 'pg'
import type { CellAddress } from '../../env-cells.ts'
import { addressOf, findChain, preparePlace, readChain, type Chain } from './chain.ts'
import { compareTables, holdMoment } from './compare.ts'
import { clearTarget, haveLeft, markLeft, unmarkLeft } from './left-stores.ts'
import { movedTables, type MovedTable } from './moved-tables.ts'
import { checkServers } from './preconditions.ts'
import {
  dropReplication,
  isDrained,
  publish,
  replicationName,
  subscribe,
  waitForCopy,
} from './replication.ts'
import { MoveError, openSession, rest, takeTurn } from './sessions.ts'
import { withWritersOut } from './writers-out.ts'

/** After each of these a killed mover leaves something else behind. */
export const moveSteps = [
  'cleared',
  'published',
  'subscribed',
  'copied',
  'compared',
  'left',
  'drained',
  'placed',
  'entered',
] as const
type MoveStep = (typeof moveSteps)[number]

export interface MoveRequest {
  readonly directoryUrl: string
  readonly cells: readonly CellAddress[]
  /** Id or slug of any store of the chain. */
  readonly store: string
  readonly to: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  /** Called when a step is done; tests stop there. */
  readonly reached?: (step: MoveStep) => Promise<void>
}

export interface Moved {
  readonly stores: number
  readonly rows: number
  /** How long writers waited outside for the cut. */
  readonly cutMs: number
}

/**
 * Moves all stores of a chain to another cell while they are written to (docs/adr/0110-a-store-leaves-its-cell.md). A
 * run that is killed at any step is mended by the next one, which begins again or ends it.
 */
export async function moveChain(request: MoveRequest): Promise<Moved> {
  const opened: pg.Client[] = []
  const open = async (url: string, chain?: string): Promise<pg.Client> => {
    const session = await openSession(url)
    opened.push(session)
    if (chain !== undefined) await takeTurn(session, `cell ${chain}`)
    return session
  }
  try {
    const directory = await open(request.directoryUrl)
    const id = await findChain(directory, request.store)
    const target = await open(addressOf(request.cells, request.to), id)
    await takeTurn(directory, `directory ${id}`)
    const chain = await readChain(directory, id)
    if (chain.from === request.to) return await endMove(request, open, target, chain)
    const sourceUrl = addressOf(request.cells, chain.from)
    const source = await open(sourceUrl, id)
    const moments = {
      source: await open(sourceUrl),
      target: await open(addressOf(request.cells, request.to)),
    }
    return await move({ ...request, chain, sourceUrl, directory, source, target, moments })
  } finally {
    await Promise.all(opened.map((session) => session.end().catch(() => {})))
  }
}

/** A mover that was killed after the directory had the new place: the stores are let in, and its tools put away. */
async function endMove(
  { cells, to, say }: MoveRequest,
  open: (url: string, chain: string) => Promise<pg.Client>,
  target: pg.Client,
  chain: Chain,
): Promise<Moved> {
  if (await haveLeft(target, chain.storeIds)) await letIn(target, chain.storeIds)
  for (const cell of cells)
    if (cell.name !== to)
      await dropReplication(await open(cell.url, chain.id), target, replicationName(chain.id))
  say(`The chain is in cell ${to}; nothing is left to do.`)
  return { stores: chain.storeIds.length, rows: 0, cutMs: 0 }
}

interface Move extends MoveRequest {
  readonly chain: Chain
  readonly sourceUrl: string
  readonly directory: pg.Client
  readonly source: pg.Client
  readonly target: pg.Client
  readonly moments: { readonly source: pg.Client; readonly target: pg.Client }
}

async function move(given: Move): Promise<Moved> {
  const { chain, source, target, to, say } = given
  const name = replicationName(chain.id)
  await checkServers(source, target)
  say(`Moving ${chain.storeIds.length} stores from cell ${chain.from} to cell ${to}.`)
  if (await haveLeft(source, chain.storeIds)) {
    say('An earlier move was cut off in the cut: the old cell serves the stores again.')
    await letIn(source, chain.storeIds)
  }
  await dropReplication(source, target, name)
  try {
    const tables = await movedTables(source)
    await copy(given, tables, name)
    const rows = await compare(given, tables, name)
    const cutMs = await cutOver(given, name)
    say(`Moved: writers waited ${cutMs} ms for the cut.`)
    return { stores: chain.storeIds.length, rows, cutMs }
  } finally {
    await dropReplication(source, target, name).catch((error: unknown) => {
      say(`Publication, slot or subscription ${name} is left (${String(error)}); run this again.`)
    })
  }
}

/** Hides what is only half there until the cut; then copies and follows. */
async function copy(given: Move, tables: readonly MovedTable[], name: string): Promise<void> {
  const { chain, source, target, say, signal } = given
  const reached = given.reached ?? (async () => {})
  await markLeft(target, chain.storeIds, chain.from)
  const cleared = await clearTarget(source, target, tables, chain.storeIds)
  if (cleared > 0) say(`Deleted ${cleared} rows of these stores that the new cell still had.`)
  await reached('cleared')
  await publish(source, name, tables, chain.storeIds)
  await reached('published')
  await subscribe(target, name, given.sourceUrl)
  await reached('subscribed')
  let told = tables.length
  await waitForCopy(target, name, {
    signal,
    progressed: (left) => {
      if (left > told - 20) return
      told = left
      say(`Copying: ${tables.length - left} of ${tables.length} tables are there.`)
    },
  })
  await reached('copied')
}

/** What is left to arrive once the new cell has almost everything. */
const drainMs = 500
const catchUpMs = 30_000
const drainTries = 60

/** Count and sum of every table at one moment of both cells. Writers wait only until both moments are held. */
async function compare(given: Move, tables: readonly MovedTable[], name: string): Promise<number> {
  const { chain, source, moments, say, signal } = given
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    // Outside, so that writers wait for the last commits only.
    await isDrained(source, name, catchUpMs)
    const isHeld = await withWritersOut(source, chain.storeIds, async () => {
      if (!(await isDrained(source, name, drainMs))) return false
      await holdMoment(moments.source)
      await holdMoment(moments.target)
      return true
    })
    if (isHeld) break
    if (attempt === drainTries) throw new MoveError('the new cell does not catch up with the old one')
    await rest(500)
  }
  const rows = await compareTables(moments, tables, chain.storeIds)
  for (const session of [moments.source, moments.target]) await session.query('commit')
  say(`Compared ${rows} rows in ${tables.length} tables: both cells have the same.`)
  await given.reached?.('compared')
  return rows
}

/**
 * The old cell refuses the stores, the new one gets the last writes, the directory says the new place, and the new cell lets
 * them in: all while writers wait. Before the directory has it, everything is taken back; afterwards nothing is.
 */
async function cutOver(given: Move, name: string): Promise<number> {
  const { chain, source, target, signal } = given
  // Nobody is inside the new cell, where the stores are refused until the end.
  return withWritersOut(target, chain.storeIds, async () => {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      await isDrained(source, name, catchUpMs)
      const cutMs = await withWritersOut(source, chain.storeIds, async () => {
        const begun = performance.now()
        return (await cut(given, name)) ? Math.round(performance.now() - begun) : null
      })
      if (cutMs !== null) return cutMs
      if (attempt === drainTries) throw new MoveError('the new cell does not catch up with the old one')
      await rest(500)
    }
  })
}

async function cut(given: Move, name: string): Promise<boolean> {
  const { chain, to, source, target, directory, reached } = given
  await markLeft(source, chain.storeIds, to)
  await reached?.('left')
  if (!(await isReady(given, name))) {
    await unmarkLeft(source, chain.storeIds)
    return false
  }
  await directory.query('commit').catch((error: unknown) => {
    // Both cells refuse the stores until the next run has read what the directory says.
    throw new MoveError('the directory did not say whether it has the new place; run this again', {
      cause: error,
    })
  })
  await reached?.('placed')
  await unmarkLeft(target, chain.storeIds)
  await reached?.('entered')
  return true
}

/** Whether the new cell has everything and the new place only waits for its commit. */
async function isReady({ chain, to, source, directory, reached }: Move, name: string): Promise<boolean> {
  try {
    if (!(await isDrained(source, name, drainMs))) return false
    await reached?.('drained')
    if (await preparePlace(directory, chain, to)) return true
    throw new MoveError('the chain got another store while it moved; run this again')
  } catch (error) {
    await directory.query('rollback').catch(() => {})
    await unmarkLeft(source, chain.storeIds)
    if ((error as { code?: string }).code === '55P03') return false
    throw error
  }
}

/** A writer that waits for the stores' locks then finds them here. */
const letIn = (cell: pg.Client, storeIds: readonly string[]) =>
  withWritersOut(cell, storeIds, () => unmarkLeft(cell, storeIds))
