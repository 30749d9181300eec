import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { install, serviceRuns, uninstall } from './install/install.ts'
import { readVersions } from './launch/versions.ts'
import { wishForUpdate } from './launch/updates.ts'
import { lastLines } from './log-file.ts'
import { isRunningWith } from './only-one.ts'
import { pairStores } from './pair-stores.ts'
import { readPairings } from './pairings.ts'
import { readSituation } from './situation.ts'
import { agentVersion } from './version.ts'
import { lookup } from '../contract/shared/lookup.ts'

export interface Asked {
  readonly stateDir: string
  readonly words: readonly string[]
  readonly server?: string | undefined
  readonly system: boolean
  readonly lines: number
}

type Say = (line: string) => void

export async function installHere({ words, server, system }: Asked, say: Say): Promise<void> {
  const installed = install(system ? 'system' : 'user')
  say(`Instalado: ${installed.serviceName}. O agente roda agora e sempre que o computador ligar.`)
  if (words.length === 0) {
    say(`Falta conectar a loja. No painel: Ajustes > Impressão > Conectar computador. Depois rode:`)
    say(`  ${installed.command} conectar CÓDIGO`)
    return
  }
  // The service has made the folder by now, where it belongs to the service's user.
  await folderExists(installed.stateDir)
  await connect({ stateDir: installed.stateDir, words, server }, say)
}

export function uninstallHere(_asked: Asked, say: Say): void {
  const stateDir = uninstall()
  say('O agente foi tirado deste computador e não imprime mais.')
  say(`Os dados ficaram em ${stateDir}. Apague a pasta se não for instalar de novo.`)
}

export async function connect(
  { stateDir, words, server }: Pick<Asked, 'stateDir' | 'words' | 'server'>,
  say: Say,
): Promise<void> {
  if (words.length === 0)
    throw new Error('Diga o código do painel: balcao-agente conectar sua-loja/ABCD-EFGH')
  const pairings = await pairStores(stateDir, words, server)
  for (const { storeName, agentName } of pairings.slice(-words.length))
    say(`${storeName}: conectada como "${agentName}".`)
  if (!(await isRunningWith(stateDir))) say('O agente não está rodando. Comece: balcao-agente rodar')
}

export async function tellStatus({ stateDir }: Asked, say: Say): Promise<void> {
  const runs = await isRunningWith(stateDir)
  const service = serviceRuns()
  const situation = readSituation(stateDir)
  say(`Agente ${(runs ? situation?.version : undefined) ?? agentVersion}: ${runs ? 'rodando' : 'parado'}.`)
  if (service === null) say('Não instalado: para de imprimir quando esta janela fechar.')
  else say(service ? 'Instalado: começa com o computador.' : 'Instalado, mas o sistema não o está rodando.')
  const pairings = readPairings(stateDir)
  if (pairings.length === 0) say('Nenhuma loja conectada. Use: balcao-agente conectar CÓDIGO')
  for (const { storeName, agentName, serverUrl } of pairings) {
    const at = runs ? lookup(situation?.heardAt, storeName) : undefined
    const news = at
      ? `última resposta do painel às ${new Date(at).toLocaleTimeString('pt-BR')}`
      : 'sem resposta'
    say(`${storeName} ("${agentName}", ${serverUrl}): ${news}.`)
  }
  const { refused } = readVersions(stateDir)
  if (situation?.newest) say(`Há versão nova: ${situation.newest}. Use: balcao-agente atualizar`)
  if (refused) say(`A versão ${refused} não subiu neste computador; a anterior segue.`)
}

export function tellLog({ stateDir, lines }: Asked, say: Say): void {
  const last = lastLines(stateDir, lines)
  if (last.length === 0) say('Nada registrado ainda. O registro começa quando o agente instalado roda.')
  for (const line of last) say(line)
}

const updateMs = 180_000

export async function updateNow({ stateDir }: Asked, say: Say): Promise<void> {
  if (!(await isRunningWith(stateDir))) throw new Error('O agente não está rodando; não há o que atualizar.')
  const before = readVersions(stateDir).current
  const newest = readSituation(stateDir)?.newest
  if (!newest) {
    say(`Esta já é a versão mais nova que o painel tem: ${readSituation(stateDir)?.version ?? agentVersion}.`)
    return
  }
  wishForUpdate(stateDir)
  say(`Atualizando para ${newest}…`)
  const until = Date.now() + updateMs
  while (Date.now() < until) {
    await wait(500)
    const now = readVersions(stateDir)
    if (now.refused) throw new Error(`A versão ${now.refused} não subiu. A anterior segue imprimindo.`)
    if (now.current !== before && now.tries === null) {
      say(`Atualizado: ${now.current ?? ''}.`)
      return
    }
  }
  throw new Error('A atualização demora. Veja o que houve: balcao-agente registro')
}

async function folderExists(dir: string): Promise<void> {
  const until = Date.now() + 10_000
  while (Date.now() < until && !existsSync(dir)) await wait(200)
}
