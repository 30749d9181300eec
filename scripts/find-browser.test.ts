import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBrowser, packagedOnly } from './find-browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-browsers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, lines: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

test.runIf(process.platform === 'linux')(
  'each place that was tried in vain says why, and one that never answers holds nobody up',
  async () => {
    const silent = program('silent', 'exec sleep 600')
    const broken = program('broken', 'echo "error while loading shared libraries: libnss3.so" >&2; exit 127')
    const started = Date.now()
    const { browser, tried } = await findBrowser(
      [
        { from: 'de CHROMIUM_PATH', find: () => Promise.reject(new Error('não está definida')) },
        { from: 'calado', find: () => Promise.resolve({ path: silent }) },
        { from: 'quebrado', find: () => Promise.resolve({ path: broken }) },
      ],
      { limitMs: 2_000 },
    )
    expect(browser).toBeNull()
    expect(tried).toHaveLength(3)
    expect(tried[0]).toBe('Chromium de CHROMIUM_PATH: não está definida')
    expect(tried[1]).toBe('Chromium calado: não respondeu a tempo')
    expect(tried[2]).toContain('Chromium quebrado: ')
    expect(tried[2]).toContain('libnss3.so')
    expect(Date.now() - started).toBeLessThan(20_000)
  },
)

test.runIf(process.platform === 'linux')(
  'the Chromium of npm shows a page where no other is installed, and cannot notify',
  async () => {
    const { browser, tried } = await findBrowser(packagedOnly)
    expect(tried).toEqual([])
    expect(browser?.notifies).toBe(false)
    expect(browser?.path).toContain('.cache')
  },
  90_000,
)
