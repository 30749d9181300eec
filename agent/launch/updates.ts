import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pairing } from '../pairings.ts'
import type { Updates } from '../run-store.ts'
import { agentVersion } from '../version.ts'
import { fetchUpdate, type NewVersion } from './fetch-update.ts'
import { readVersions, writeVersions } from './versions.ts'

export interface Updater {
  /** The part of one store's heartbeat. */
  forStore(pairing: Pairing): Updates
  /** Newer than this one; null: none known. */
  newest(): string | null
  /** A newer version is in place: the agent ends so that it can start. */
  readonly ready: AbortSignal
}

interface Given {
  readonly stateDir: string
  readonly log: (line: string) => void
  readonly fetchUpdate?: typeof fetchUpdate
}

/** What a packed agent does about newer versions: says that there is one, and takes it when a person asks. */
export function updaterFor({ stateDir, log, fetchUpdate: fetchNew = fetchUpdate }: Given): Updater {
  const ready = new AbortController()
  const toldStores = new Set<string>()
  let refused = readVersions(stateDir).refused
  let newest: string | null = null
  let busy = false
  rmSync(wishFile(stateDir), { force: true })

  const take = async (pairing: Pairing, wanted: NewVersion): Promise<void> => {
    busy = true
    log(`Baixando a versão ${wanted.version} do agente…`)
    try {
      await fetchNew(stateDir, pairing, wanted)
      log(`A versão ${wanted.version} está pronta. O agente reinicia agora.`)
      ready.abort()
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      refused = wanted.version
      toldStores.clear()
      busy = false
    }
    rmSync(wishFile(stateDir), { force: true })
  }

  const forgetRefused = (): void => {
    refused = null
    writeVersions(stateDir, { ...readVersions(stateDir), refused: null })
  }

  return {
    newest: () => newest,
    ready: ready.signal,
    forStore: (pairing) => ({
      report: () => ({ version: agentVersion, refused: toldStores.has(pairing.token) ? null : refused }),
      heard: (answer) => {
        if (refused !== null) toldStores.add(pairing.token)
        const offered = answer.newest
        if (!offered || offered.version === agentVersion) return
        if (newest !== offered.version)
          log(`Há versão nova do agente: ${offered.version}. Esta é a ${agentVersion}. Atualize no painel.`)
        newest = offered.version
        const asked = offered.now || existsSync(wishFile(stateDir))
        if (!asked || busy) return
        if (refused !== null) forgetRefused()
        void take(pairing, offered)
      },
    }),
  }
}

/** `atualizar` on this computer: read with the next heartbeat of the running agent, forgotten by a restart. */
export const wishForUpdate = (stateDir: string): void =>
  writeFileSync(wishFile(stateDir), '', { mode: 0o600 })

const wishFile = (stateDir: string): string => join(stateDir, 'atualizar')
