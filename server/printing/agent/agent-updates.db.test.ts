import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/printing/printing.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk } from '../testing/print-desk.ts'

let app: TestApp
let store: string
let manager: Person
let basic: Person
const dir = mkdtempSync(join(tmpdir(), 'balcao-release-'))
const program = Buffer.from('console.log("agent")\n')
const archive = Buffer.from('a packed agent')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What `npm run agent:pack` leaves. */
function pack(version: string): void {
  writeFileSync(join(dir, 'agente.mjs'), program)
  writeFileSync(join(dir, 'agente.tar.gz'), archive)
  const download = {
    platform: 'linux-x64',
    file: 'agente.tar.gz',
    bytes: archive.length,
    sha256: sha256(archive),
  }
  writeFileSync(
    join(dir, 'release.json'),
    JSON.stringify({
      version,
      downloads: [download],
      program: { file: 'agente.mjs', bytes: program.length, sha256: sha256(program) },
    }),
  )
}

beforeAll(async () => {
  app = await testApp({ AGENT_RELEASE_DIR: dir })
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  ;({ store, manager, basic } = await standardShop(app))
  pack('2.1.0')
})

const desk = () => printDesk(app, store, manager)
const running = (version: string, refused: string | null = null) => ({
  software: `balcao-agente ${version}`,
  updates: { version, refused },
})
const config = async () => (await desk().call(contract.readPrintConfig, {})).data
const shown = async () => (await config()).agents.map((agent) => agent.update)
const askFor = (id: string, as = manager) => desk().call(contract.updatePrintAgent, { params: { id } }, as)
const download = (path: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url: `/api${path}`, headers })

test('a computer with an older version learns that there is a newer one, and takes it only when a person asks', async () => {
  const agent = await desk().pairedAgent()
  const first = await agent.beat(running('2.0.0'))
  expect(first.data.newest).toEqual({
    version: '2.1.0',
    bytes: program.length,
    sha256: sha256(program),
    now: false,
  })
  expect(await shown()).toEqual(['available'])
  expect((await askFor(agent.agentId)).data.version).toBe('2.1.0')
  expect(await shown()).toEqual(['asked'])
  expect((await agent.beat(running('2.0.0'))).data.newest?.now).toBe(true)
  // It runs the new version: nothing is left to do.
  expect((await agent.beat(running('2.1.0'))).data.newest?.now).toBe(false)
  expect(await shown()).toEqual(['none'])
  expect(await askFor(agent.agentId)).toMatchObject({ status: 409, body: { error: 'print/agent-newest' } })
})

test('a version that did not start is said in the panel and tried again only when asked again', async () => {
  const agent = await desk().pairedAgent()
  await agent.beat(running('2.0.0'))
  await askFor(agent.agentId)
  expect((await agent.beat(running('2.0.0', '2.1.0'))).data.newest?.now).toBe(false)
  expect(await shown()).toEqual(['failed'])
  // The agent says it once; the panel keeps it.
  await agent.beat(running('2.0.0'))
  expect(await shown()).toEqual(['failed'])
  await askFor(agent.agentId)
  expect((await agent.beat(running('2.0.0'))).data.newest?.now).toBe(true)
  pack('2.2.0')
  await agent.beat(running('2.0.0'))
  expect(await shown()).toEqual(['available'])
})

test('an agent that cannot update itself gets no offer, and its panel offers nothing', async () => {
  const agent = await desk().pairedAgent()
  expect((await agent.beat({ software: 'balcao-agente 1.0.0' })).data).not.toHaveProperty('newest')
  expect(await shown()).toEqual(['none'])
  expect((await askFor(agent.agentId)).status).toBe(409)
})

test('only a manager of the store asks for an update, and two who ask at once ask for the same', async () => {
  const agent = await desk().pairedAgent()
  await agent.beat(running('2.0.0'))
  expect((await askFor(agent.agentId, basic)).status).toBe(403)
  const other = await standardShop(app)
  const elsewhere = await app.call(
    other.manager,
    contract.updatePrintAgent,
    { params: { id: agent.agentId } },
    { storeId: other.store },
  )
  expect(elsewhere).toMatchObject({ status: 404, body: { error: 'print/agent-not-found' } })
  const answers = await Promise.all([askFor(agent.agentId), askFor(agent.agentId)])
  expect(answers.map((one) => one.status)).toEqual([200, 200])
  expect(await shown()).toEqual(['asked'])
})

test('a download comes whole with its checksum, and only what was packed can be had', async () => {
  expect((await config()).release).toEqual({
    version: '2.1.0',
    downloads: [
      { platform: 'linux-x64', file: 'agente.tar.gz', bytes: archive.length, sha256: sha256(archive) },
    ],
  })
  const got = await download('/agent/download/linux-x64')
  expect(got.rawPayload).toEqual(archive)
  expect(got.headers).toMatchObject({
    'content-length': String(archive.length),
    'content-type': 'application/gzip',
    'content-disposition': 'attachment; filename="agente.tar.gz"',
    etag: `"${sha256(archive)}"`,
  })
  expect((await download('/agent/download/windows-x64')).statusCode).toBe(404)
  expect((await download('/agent/download/..%2frelease.json')).statusCode).toBe(400)
  // Being replaced just now: better nothing than something under the former checksum.
  writeFileSync(join(dir, 'agente.tar.gz'), 'half')
  expect((await download('/agent/download/linux-x64')).statusCode).toBe(404)
})

test('the program alone goes to paired computers only, and only in its newest version', async () => {
  const agent = await desk().pairedAgent()
  const asAgent = { authorization: `Bearer ${agent.token}` }
  const got = await download('/agent/program/2.1.0', asAgent)
  expect(sha256(got.rawPayload)).toBe(sha256(program))
  expect((await download('/agent/program/2.1.0')).statusCode).toBe(401)
  expect((await download('/agent/program/2.0.0', asAgent)).statusCode).toBe(404)
})

test('without a packed agent there is nothing to download and no version is offered', async () => {
  rmSync(join(dir, 'release.json'))
  const agent = await desk().pairedAgent()
  expect((await agent.beat(running('2.0.0'))).data).not.toHaveProperty('newest')
  expect((await config()).release).toBeNull()
  expect((await download('/agent/release')).json()).toEqual({ data: { release: null } })
})
