import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linuxService, unitText } from './linux-systemd.ts'
import { macosService, plistText } from './macos-launch-agent.ts'
import type { Command, ServicePlan } from './service.ts'
import { taskText, windowsService } from './windows-task.ts'

const plan: ServicePlan = {
  scope: 'user',
  programDir: '/home/caixa/.local/share/balcao-agente',
  stateDir: '/home/caixa/.balcao-agente',
}
const lines = (commands: readonly Command[]) =>
  commands.map(({ program, args }) => [program, ...args].join(' '))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd takes both units as they are', () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-unit-'))
  try {
    // It also looks whether the program is there.
    writeFileSync(join(dir, 'balcao-agente'), '#!/bin/sh\n', { mode: 0o755 })
    for (const scope of ['user', 'system'] as const) {
      const file = join(dir, 'balcao-agente.service')
      writeFileSync(file, unitText({ scope, programDir: dir, stateDir: join(dir, 'dados da loja') }))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', `--${scope}`, file], {
        encoding: 'utf8',
        // The verification for a user wants to know where that user's sockets would be.
        env: { ...process.env, XDG_RUNTIME_DIR: dir },
      })
      expect([scope, status, stderr]).toEqual([scope, 0, ''])
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

test('the unit restarts the agent whatever happens, and starts it with the machine', () => {
  const text = unitText(plan)
  expect(text).toContain('Restart=always')
  expect(text).toContain('WantedBy=default.target')
  expect(text).not.toContain('DynamicUser')
  expect(lines(linuxService.start(plan))).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable balcao-agente.service',
    'systemctl --user restart balcao-agente.service',
    'loginctl enable-linger',
  ])
})

test('for the whole machine it runs as a user of its own that may print and write its own folder', () => {
  const system = { ...plan, ...linuxService.places('system') }
  const text = unitText(system)
  for (const line of ['DynamicUser=yes', 'StateDirectory=balcao-agente', 'SupplementaryGroups=lp'])
    expect(text).toContain(line)
  expect(text).toContain('WantedBy=multi-user.target')
  expect(lines(linuxService.start(system))).not.toContain('loginctl enable-linger')
})

test('a folder with a space, a per cent or a dollar sign stays one word of the unit', () => {
  const text = unitText({ ...plan, stateDir: '/home/caixa/100% da "loja" $x' })
  expect(text).toContain(String.raw`"/home/caixa/100%% da \"loja\" $$x"`)
})

test('Windows starts it at sign-in without a window or an administrator, and again when it ends', () => {
  const text = taskText({ ...plan, programDir: String.raw`C:\Users\Zé & Cia\Agente` })
  expect(text).toContain('<LogonTrigger>')
  expect(text).toContain('<RunLevel>LeastPrivilege</RunLevel>')
  expect(text).toContain('<Command>conhost.exe</Command>')
  expect(text).toContain('Zé &amp; Cia')
  expect(text).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  const [file] = windowsService.files(plan)
  expect(file?.content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
  expect(lines(windowsService.start(plan))[1]).toBe('schtasks /Run /TN Balcao Agente')
  expect(windowsService.stop(plan).every((one) => one.optional)).toBe(true)
})

test('macOS keeps it alive for the person who is signed in', () => {
  const text = plistText({ ...plan, programDir: '/Users/zé & cia/Balcao Agente' })
  expect(text).toContain('<key>KeepAlive</key><true/>')
  expect(text).toContain('<string>/Users/zé &amp; cia/Balcao Agente/balcao-agente</string>')
  expect(lines(macosService.start(plan))[1]).toMatch(
    /^launchctl bootstrap gui\/\d+ .*br\.com\.balcao\.agente\.plist$/,
  )
})
