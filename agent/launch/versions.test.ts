import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { supervise, updatedCode } from './supervise.ts'
import { forNextStart, readVersions, versionFile, writeVersions } from './versions.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'balcao-versions-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const basis = () => join(stateDir, 'basis.mjs')
function program(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const newer = (text: string) => {
  program(versionFile(stateDir, '2.1.0'), text)
  writeVersions(stateDir, { current: '2.1.0', previous: null, tries: 0, refused: null })
}
const said: string[] = []
/** A version has a minute to reach the panel, however busy the machine is. */
const started = (withinMs = 60_000) =>
  supervise({
    stateDir,
    basis: basis(),
    args: [],
    say: (line) => said.push(line),
    stopping: new AbortController().signal,
    withinMs,
  })

test('a new version that reaches the panel stays, also after it ends later', async () => {
  program(basis(), 'process.exit(9)')
  newer('process.send({ reached: true }); setTimeout(() => process.exit(3), 200)')
  expect(await started()).toBe(3)
  expect(readVersions(stateDir)).toMatchObject({ current: '2.1.0', tries: null, refused: null })
})

test('a new version that ends before it reached the panel makes room for the former one', async () => {
  program(basis(), 'process.exit(7)')
  newer('process.exit(1)')
  expect(await started()).toBe(7)
  expect(readVersions(stateDir)).toMatchObject({ current: null, refused: '2.1.0' })
  expect(said).toContain('A versão 2.1.0 não subiu. A anterior volta.')
})

test('a new version that hangs is ended and makes room for the former one', async () => {
  program(basis(), 'process.exit(7)')
  newer('setInterval(() => {}, 1000)')
  expect(await started(200)).toBe(7)
  expect(readVersions(stateDir).refused).toBe('2.1.0')
})

test('a new version that takes the computer down is given up at its third start', () => {
  newer('')
  const once = forNextStart(readVersions(stateDir))
  const twice = forNextStart(once)
  expect([once.tries, twice.tries]).toEqual([1, 2])
  expect(forNextStart(twice)).toEqual({ current: null, previous: null, tries: null, refused: '2.1.0' })
})

test('an agent that has fetched a newer version is followed by it', async () => {
  const state = JSON.stringify({ current: '2.1.0', previous: null, tries: 0, refused: null })
  program(
    basis(),
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(join(stateDir, 'versao.json'))}, ${JSON.stringify(state)})
     process.exit(${String(updatedCode)})`,
  )
  program(
    versionFile(stateDir, '2.1.0'),
    'process.send({ reached: true }); setTimeout(() => process.exit(5), 100)',
  )
  expect(await started()).toBe(5)
})

test.each(['', '{', '{"current":"../../x","tries":"a"}', 'null'])(
  'a damaged note of versions (%j) means the version that came with the download',
  async (text) => {
    program(basis(), 'process.exit(7)')
    writeFileSync(join(stateDir, 'versao.json'), text)
    expect(await started()).toBe(7)
  },
)
