import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { becomeTheOnlyOne, isRunningWith } from './only-one.ts'

test.each(['dados', 'a-folder-with-a-long-name-'.repeat(6)])(
  'of two agents with the data in %s the second one stays out',
  async (name) => {
    const root = mkdtempSync(join(tmpdir(), 'balcao-one-'))
    const dir = join(root, name)
    mkdirSync(dir)
    expect(await isRunningWith(dir)).toBe(false)
    expect(await becomeTheOnlyOne(dir)).toBe(true)
    expect(await isRunningWith(dir)).toBe(true)
    expect(await becomeTheOnlyOne(dir)).toBe(false)
    rmSync(root, { recursive: true, force: true })
  },
)
