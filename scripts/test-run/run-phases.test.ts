import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runPhases } from './run-phases.ts'
import type { Step } from './steps.ts'

const never = new AbortController().signal
const node = (name: string, program: string, rest: Partial<Step> = {}): Step => ({
  name,
  command: [process.execPath, '-e', program],
  ...rest,
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-phases-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const makes = (file: string) => `require('fs').writeFileSync(${JSON.stringify(file)}, '')`
const needs = (file: string) => `if (!require('fs').existsSync(${JSON.stringify(file)})) process.exit(1)`
const waitsFor = (file: string) => `while (!require('fs').existsSync(${JSON.stringify(file)}));`

test('lanes run beside each other, and a step waits for those that it names', async () => {
  const folder = emptyFolder()
  const [left, right] = [join(folder, 'left'), join(folder, 'right')]
  const outcomes = await runPhases(
    [
      [
        // Neither would end if the other began after it.
        [node('build', `${waitsFor(right)} ${makes(left)}`)],
        [node('unit', makes(right)), node('database', needs(left), { after: ['build', 'not run'] })],
      ],
    ],
    never,
  )
  expect(outcomes.map(({ name, good }) => [name, good])).toEqual([
    ['build', true],
    ['unit', true],
    ['database', true],
  ])
})

test('a step that fails, or whose output is not to be trusted, leaves the rest to run', async () => {
  const distrust = (output: string) => (output.includes('read 0') ? 'it read nothing' : null)
  const outcomes = await runPhases(
    [
      [[node('lint', 'process.exit(1)'), node('boundaries', "console.log('read 0 files')", { distrust })]],
      [[node('browser', '')]],
    ],
    never,
  )
  expect(outcomes.map(({ name, good }) => [name, good])).toEqual([
    ['lint', false],
    ['boundaries', false],
    ['browser', true],
  ])
})

test('a stop ends what runs and starts nothing more', async () => {
  const folder = emptyFolder()
  const [begun, after] = [join(folder, 'begun'), join(folder, 'after')]
  const stop = new AbortController()
  const running = runPhases(
    [[[node('unit', `${makes(begun)}; setInterval(() => {}, 1000)`), node('web', makes(after))]]],
    stop.signal,
  )
  await expect.poll(() => existsSync(begun), { timeout: 15_000 }).toBe(true)
  stop.abort()
  expect((await running).map(({ name, good }) => [name, good])).toEqual([['unit', false]])
  expect(existsSync(after)).toBe(false)
})
