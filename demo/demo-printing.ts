import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase, type Database } from '../server/db/connections/pool.ts'
import { withStoreScope } from '../server/db/scope.ts'
import { newPairing } from '../server/printing/agent/print-agents.ts'
import { holdsWholeDemo } from './seed/demo-is-seeded.ts'
import { demoStores, type DemoStore } from './demo-stores.ts'

const agentName = 'Computador do caixa'

/**
 * The demo's printers: previews on screen, served by a real agent on this machine. One is a network
 * printer that is switched off, so that the guardião has a problem to show. Returns the pairing codes of
 * this start.
 */
export async function prepareDemoPrinting(ownerUrl: string): Promise<readonly string[]> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 1 })
  try {
    // Leave a database alone that is not the demo's.
    if (!(await holdsWholeDemo(database.db))) return []
    const codes: string[] = []
    for (const [index, store] of demoStores.entries())
      codes.push(await prepareStore(database, store, index === 0))
    return codes
  } finally {
    await database.close()
  }
}

/**
 * Creates the printers once, and a new pairing code at each start, because the agent's folder may be
 * gone.
 */
async function prepareStore({ db }: Database, store: DemoStore, oneIsOut: boolean): Promise<string> {
  return withStoreScope(db, [store.id], async (tx) => {
    const known = await tx
      .selectFrom('print_agents')
      .select('id')
      .where('store_id', '=', store.id)
      .where('name', '=', agentName)
      .executeTakeFirst()
    const { code, columns } = await newPairing(tx, store.id, new Date())
    if (known) {
      await tx
        .updateTable('print_agents')
        .set(columns)
        .where('store_id', '=', store.id)
        .where('id', '=', known.id)
        .execute()
      return code
    }
    const agentId = uuidv7()
    await tx
      .insertInto('print_agents')
      .values({ store_id: store.id, id: agentId, name: agentName, ...columns })
      .execute()
    const counterId = uuidv7()
    const onScreen = { store_id: store.id, kind: 'preview', agent_id: agentId }
    await tx
      .insertInto('printers')
      .values({
        ...onScreen,
        id: counterId,
        name: 'Balcão',
        address: `${store.slug}-balcao`,
        ticket: 'delivery',
      })
      .execute()
    await tx
      .insertInto('printers')
      .values(
        oneIsOut
          ? {
              store_id: store.id,
              id: uuidv7(),
              name: 'Cozinha',
              kind: 'network',
              // Nothing listens on this port.
              address: '127.0.0.1:9',
              ticket: 'kitchen',
            }
          : {
              ...onScreen,
              id: uuidv7(),
              name: 'Cozinha',
              address: `${store.slug}-cozinha`,
              ticket: 'kitchen',
            },
      )
      .execute()
    return code
  })
}

/** Starts one agent process for all demo stores, paired over HTTP with their codes. */
export function startDemoAgent(parts: {
  readonly serverUrl: string
  readonly stateDir: string
  readonly codes: readonly string[]
}): ChildProcess {
  // Tickets and pairings of the previous start are obsolete.
  rmSync(parts.stateDir, { recursive: true, force: true })
  mkdirSync(parts.stateDir, { recursive: true, mode: 0o700 })
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../agent/main.ts', import.meta.url)),
      '--server',
      parts.serverUrl,
      '--state',
      parts.stateDir,
      ...parts.codes.flatMap((code) => ['--code', code]),
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true },
  )
}
