import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { freePort } from '../../db/postgres/private-postgres.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { printDesk } from '../testing/print-desk.ts'

let app: TestApp
const stateDir = mkdtempSync(join(tmpdir(), 'balcao-agent-'))
const agents: ChildProcess[] = []
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  for (const agent of agents) agent.kill('SIGKILL')
  await app.close()
  rmSync(stateDir, { recursive: true, force: true })
})

test('an agent that starts before the panel waits for it, then connects with the same code', async () => {
  const port = await freePort()
  const agent = startAgent(port, await newCode())
  await until(() => agent.said().includes('ainda não respondeu') || agent.child.exitCode !== null)
  expect(agent.child.exitCode, agent.said()).toBeNull()
  await app.fastify.listen({ port, host: '127.0.0.1' })
  await until(agent.said, (said) => said.includes('conectado como'))
  expect(agent.said().match(/ainda não respondeu/g)).toHaveLength(1)
})

test('an agent with a wrong code ends with the panel’s sentence: waiting would not help', async () => {
  const { port } = app.fastify.server.address() as { port: number }
  const agent = startAgent(port, (await newCode()).replace(/.{4}$/, 'ZZZZ'))
  await until(() => agent.child.exitCode !== null)
  expect(agent.child.exitCode).toBe(1)
  expect(agent.said()).not.toContain('ainda não respondeu')
})

test('an agent that is stopped while it waits ends at once', async () => {
  const agent = startAgent(await freePort(), 'loja/AAAA-BBBB')
  await until(agent.said, (said) => said.includes('ainda não respondeu'))
  agent.child.kill('SIGTERM')
  await until(() => agent.child.exitCode !== null)
  expect(agent.child.exitCode).toBe(0)
})

test.runIf(existsSync('/dev/full'))('an agent whose log is on a full disk waits and connects', async () => {
  const port = await freePort()
  let asked = 0
  const busy = createServer((_request, response) => {
    asked += 1
    response.writeHead(503).end()
  }).listen(port, '127.0.0.1')
  const full = openSync('/dev/full', 'w')
  const agent = startAgent(port, await newCode(), full)
  closeSync(full)
  await until(() => asked > 2 || agent.child.exitCode !== null)
  expect(agent.child.exitCode).toBeNull()
  await new Promise((resolve) => {
    busy.close(resolve)
    busy.closeAllConnections()
  })
  const panel = await buildApp(app.deps)
  await panel.listen({ port, host: '127.0.0.1' })
  await until(() => existsSync(join(agent.home, 'lojas.json')) || agent.child.exitCode !== null)
  agent.child.kill('SIGTERM')
  await until(() => agent.child.exitCode !== null)
  expect(agent.child.exitCode).toBe(0)
  await panel.close()
})

async function newCode(): Promise<string> {
  const store = await app.addStore()
  const manager = await app.addPerson('gerente', { [store]: 'manager' })
  return (await printDesk(app, store, manager).newCode()).code
}

function startAgent(port: number, code: string, output: 'pipe' | number = 'pipe') {
  const home = mkdtempSync(join(stateDir, 'a'))
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../../../agent/main.ts', import.meta.url)),
      ...['--server', `http://127.0.0.1:${port}`, '--state', home, '--code', code],
    ],
    { stdio: ['ignore', output, output] },
  )
  agents.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, home, said: () => said }
}
