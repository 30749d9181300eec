import { createHash } from 'node:crypto'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { agentVersion } from '../../../agent/version.ts'
import * as contract from '../../../contract/printing/printing.ts'
import { bundleAgent, startScripts } from '../../../scripts/bundle-agent.ts'
import { NetworkPrinter } from '../../../simulator/printer/network-printer.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { printDesk } from '../testing/print-desk.ts'

/** The agent as a store has it: one folder outside the sources, with Node and without node_modules. */
const folder = mkdtempSync(join(tmpdir(), 'balcao-packed-'))
const releaseDir = mkdtempSync(join(tmpdir(), 'balcao-release-'))
let stateDir: string
let app: TestApp
let url: string
let manager: Person
let store: string
let paper: NetworkPrinter
const running: ChildProcess[] = []

beforeAll(async () => {
  await bundleAgent(folder)
  symlinkSync(process.execPath, join(folder, 'node'))
  writeFileSync(join(folder, startScripts.unix.name), startScripts.unix.text)
  chmodSync(join(folder, startScripts.unix.name), 0o755)
  app = await testApp({ AGENT_RELEASE_DIR: releaseDir })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  for (const dir of [folder, releaseDir]) rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  ;({ store, manager } = await standardShop(app))
  stateDir = mkdtempSync(join(tmpdir(), 'balcao-state-'))
  paper = new NetworkPrinter()
  await paper.switchOn()
  await desk().addPrinter({ address: paper.address })
})
afterEach(async () => {
  for (const child of running.splice(0)) await stopped(child)
  await paper.switchOff()
  rmSync(stateDir, { recursive: true, force: true })
  rmSync(join(releaseDir, 'release.json'), { force: true })
})

const desk = () => printDesk(app, store, manager)

/** Only what a store's computer has: its own environment, and not this repository as the working folder. */
const asOnTheirs = {
  cwd: tmpdir(),
  env: { PATH: '/usr/bin:/bin', HOME: tmpdir(), TZ: 'America/Sao_Paulo', BALCAO_AGENTE_HEARTBEAT_MS: '300' },
}
const program = join(folder, 'balcao-agente')

function start(): { output: () => string } {
  const child = spawn(program, ['rodar', '--registro', '--state', stateDir], {
    ...asOnTheirs,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { output: () => output }
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Not `spawnSync`: the panel runs in this process and could not answer. */
const command = (...words: string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, [...words, '--state', stateDir], {
      ...asOnTheirs,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('close', (code) => resolve({ code, output }))
  })

/** The link that the panel shows and the phone's camera reads. */
const link = async () => `${url}/agente#${(await desk().newCode()).code}`

async function prints(): Promise<string> {
  const order = await desk().place()
  const before = paper.tickets.length
  await desk().accept(order.id)
  await until(
    () => paper.tickets.length,
    (count) => count === before + 1,
  )
  return paper.tickets.at(-1)?.toString('latin1') ?? ''
}

/** Offers a program as the newest version; the checksum is that of `announced`. */
function offer(version: string, text: string, announced = text): void {
  writeFileSync(join(releaseDir, 'agente.mjs'), text)
  const bytes = Buffer.from(announced)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const made = { version, downloads: [], program: { file: 'agente.mjs', bytes: bytes.length, sha256 } }
  writeFileSync(join(releaseDir, 'release.json'), JSON.stringify(made))
}
const newerProgram = (version: string) =>
  readFileSync(join(folder, 'agente.mjs'), 'utf8').replaceAll(agentVersion, version)
const shown = async () =>
  (await desk().call(contract.readPrintConfig, {})).data.agents.map(({ software, update }) => ({
    software,
    update,
  }))
const askForUpdate = async () => {
  const [agent] = (await desk().call(contract.readPrintConfig, {})).data.agents
  return desk().call(contract.updatePrintAgent, { params: { id: agent?.id ?? '' } })
}
const both = (software: string, update: string) => [{ software, update }]

test('the packed agent waits for its first store, is connected by the link, and prints', async () => {
  const agent = start()
  await until(agent.output, (said) => said.includes('Nenhuma loja conectada'))
  expect(await command('conectar', await link())).toMatchObject({
    code: 0,
    output: expect.stringContaining('Brasa: conectada como') as string,
  })
  expect(await prints()).toContain('2x Pizza média')
  const status = await command('situacao')
  expect(status.output).toContain(`Agente ${agentVersion}: rodando.`)
  expect(status.output).toMatch(/Brasa \("Caixa .*última resposta do painel às \d\d:\d\d:\d\d\./)
  expect((await command('registro')).output).toContain('impresso.')
})

test('a second agent with the same data does not start, so nothing prints twice', async () => {
  await command('conectar', await link())
  const first = start()
  await until(first.output, (said) => said.includes('conectado como'))
  expect(await command('rodar')).toMatchObject({
    code: 1,
    output: 'O agente já está rodando neste computador.\n',
  })
})

test('an update asked for in the panel is fetched, checked and started, and goes on printing', async () => {
  await command('conectar', await link())
  offer('9.1.0', newerProgram('9.1.0'))
  const agent = start()
  await until(shown, (seen) => seen[0]?.update === 'available')
  await until(agent.output, (said) => said.includes('Há versão nova do agente: 9.1.0.'))
  await prints()
  expect((await askForUpdate()).status).toBe(200)
  await until(shown, (seen) => seen[0]?.software === 'balcao-agente 9.1.0', 40_000)
  expect(await shown()).toEqual(both('balcao-agente 9.1.0', 'none'))
  await prints()
})

test('a version that does not start is given up: the former one prints on, and the panel says so', async () => {
  await command('conectar', await link())
  // It knows its version, and that is all.
  offer('9.1.0', "if (process.argv.includes('--version')) console.log('9.1.0'); else process.exit(1)\n")
  const agent = start()
  await until(shown, (seen) => seen[0]?.update === 'available')
  await askForUpdate()
  await until(agent.output, (said) => said.includes('A versão 9.1.0 não subiu. A anterior volta.'), 40_000)
  await until(shown, (seen) => seen[0]?.update === 'failed', 40_000)
  await prints()
  expect((await command('situacao')).output).toContain(`Agente ${agentVersion}: rodando.`)
})

test('a program that is not the announced one is not kept, and the agent goes on', async () => {
  await command('conectar', await link())
  const text = newerProgram('9.1.0')
  offer('9.1.0', text.replace('Balc', 'balc'), text)
  const agent = start()
  await until(shown, (seen) => seen[0]?.update === 'available')
  await askForUpdate()
  await until(agent.output, (said) => said.includes('chegou diferente do que o painel anunciou'), 40_000)
  await until(shown, (seen) => seen[0]?.update === 'failed', 40_000)
  await prints()
})

test('the commands say what they need in words of the owner', () => {
  const told = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...words, '--state', stateDir], {
      ...asOnTheirs,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  expect(told('situacao').said).toContain('parado')
  expect(told('conectar')).toMatchObject({ status: 1 })
  expect(told('conectar', 'brasa/AAAA-AAAA').said).toContain('Diga o endereço do painel')
  expect(told('desinstalar').said).toContain('não está instalado')
  expect(told('imprimir')).toMatchObject({ status: 1 })
  expect(told('help').said).toContain('balcao-agente instalar')
})
