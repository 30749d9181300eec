import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openJournal } from './journal.ts'
import { updatedCode } from './launch/supervise.ts'
import { updaterFor, type Updater } from './launch/updates.ts'
import { becomeTheOnlyOne } from './only-one.ts'
import { agentIn, readPairings, type Pairing } from './pairings.ts'
import { programDir } from './places.ts'
import { networkPrinters } from './printers/network.ts'
import { previewPrinters } from './printers/preview.ts'
import { ownNetworks } from './printers/search/own-networks.ts'
import { searchNetwork } from './printers/search/search-network.ts'
import { systemPrinters } from './printers/system.ts'
import { usbPrinters } from './printers/usb.ts'
import { windowsPrinters } from './printers/windows/windows-printers.ts'
import { runStore } from './run-store.ts'
import { serverClient } from './server-client.ts'
import { writeSituation } from './situation.ts'
import { agentVersion, software } from './version.ts'

const pairingsEveryMs = 2_000

export interface Running {
  readonly stateDir: string
  readonly log: (line: string) => void
  readonly stopping: AbortSignal
  /** Wait for a store instead of ending when there is none: the system started this. */
  readonly waits: boolean
}

/** Serves every paired store, also those that are paired meanwhile. Answers the exit code. */
export async function run({ stateDir, log, stopping, waits }: Running): Promise<number> {
  if (!(await becomeTheOnlyOne(stateDir))) throw new Error('O agente já está rodando neste computador.')
  const updater = programDir() === null ? null : updaterFor({ stateDir, log })
  const ended = updater ? AbortSignal.any([stopping, updater.ready]) : stopping
  const stores = new Stores({ stateDir, log, stopping: ended, waits }, updater)
  process.send?.({ ready: true })
  if (waits && readPairings(stateDir).length === 0)
    log('Nenhuma loja conectada ainda. Gere um código no painel e rode: balcao-agente conectar CÓDIGO')
  while (!ended.aborted) {
    stores.startNew()
    if (!waits && stores.serving === 0) break
    await wait(pairingsEveryMs, undefined, { signal: ended }).catch(() => {})
  }
  await stores.allEnded()
  return updater?.ready.aborted ? updatedCode : 0
}

class Stores {
  /** By token: a store that is paired again has another one. */
  readonly #known = new Map<string, Promise<void>>()
  readonly #heardAt = new Map<string, number>()
  readonly #given: Running
  readonly #updater: Updater | null
  readonly #drivers
  serving = 0

  constructor(given: Running, updater: Updater | null) {
    this.#given = given
    this.#updater = updater
    this.#drivers = {
      network: networkPrinters(),
      system: process.platform === 'win32' ? windowsPrinters() : systemPrinters(),
      usb: usbPrinters(),
      preview: previewPrinters(given.stateDir),
    }
  }

  startNew(): void {
    for (const pairing of readPairings(this.#given.stateDir))
      if (!this.#known.has(pairing.token)) this.#known.set(pairing.token, this.#serve(pairing))
  }

  allEnded(): Promise<unknown> {
    return Promise.allSettled(this.#known.values())
  }

  async #serve(pairing: Pairing): Promise<void> {
    const { serverUrl, token, storeName, agentName } = pairing
    const { stateDir, log, stopping } = this.#given
    this.serving += 1
    log(`${storeName}: conectado como "${agentName}".`)
    const journal = openJournal(join(stateDir, `${agentIn(token)}.jsonl`), Date.now())
    try {
      await runStore({
        storeName,
        call: serverClient(serverUrl, token, stopping),
        journal,
        drivers: this.#drivers,
        software,
        computer: thisComputer,
        search: () => searchNetwork(),
        log,
        stopping,
        updates: this.#updater?.forStore(pairing) ?? null,
        onHeard: () => this.#heard(storeName),
      })
    } finally {
      journal.close()
      this.serving -= 1
    }
  }

  #heard(storeName: string): void {
    this.#heardAt.set(storeName, Date.now())
    // The launcher waits for it after an update.
    process.send?.({ reached: true })
    writeSituation(this.#given.stateDir, {
      version: agentVersion,
      newest: this.#updater?.newest() ?? null,
      heardAt: Object.fromEntries(this.#heardAt),
    })
  }
}

const thisComputer = () => ({
  system:
    process.platform === 'win32'
      ? ('windows' as const)
      : process.platform === 'darwin'
        ? ('macos' as const)
        : ('linux' as const),
  networks: ownNetworks().map(({ cidr }) => cidr),
})
