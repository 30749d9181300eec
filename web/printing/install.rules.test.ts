import { expect, test } from 'vitest'
import type { AgentPlatform, AgentRelease } from '../../contract/printing/printing.ts'
import { codeInHash, installCommand, likelyPlatform, pairingLink } from './install.rules.ts'

const origin = 'https://painel.exemplo.com.br'
const link = pairingLink(origin, 'brasa/7K2M-9QXA')
const packed = (...platforms: AgentPlatform[]): AgentRelease => ({
  version: '2.0.0',
  downloads: platforms.map((platform) => ({ platform, file: 'a', bytes: 1, sha256: 'a' })),
})

test('one command fetches, unpacks, installs and connects', () => {
  expect(installCommand(origin, 'linux-x64', link)).toBe(
    `cd "$(mktemp -d)" && curl -fsSL https://painel.exemplo.com.br/api/agent/download/linux-x64 | tar -xz && balcao-agente/balcao-agente instalar 'https://painel.exemplo.com.br/agente#brasa/7K2M-9QXA'`,
  )
  expect(installCommand(origin, 'windows-x64', link)).toContain(`balcao-agente.cmd" instalar '${link}'`)
})

test('nothing that a shell would run gets into the command', () => {
  expect(installCommand(origin, 'linux-x64', `${link}'; rm -rf ~; '`)).toBeNull()
  expect(installCommand(origin, 'windows-x64', `${link}$(calc)`)).toBeNull()
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows-x64'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos-arm64'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'linux-x64'],
  ['Mozilla/5.0 (X11; Linux aarch64)', 'linux-arm64'],
  // A phone shows the page for another computer, and most counters have Windows.
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'windows-x64'],
] as const)('%s is %s', (userAgent, platform) => {
  const all = packed('windows-x64', 'macos-arm64', 'macos-x64', 'linux-x64', 'linux-arm64')
  expect(likelyPlatform(userAgent, all)).toBe(platform)
})

test('only what was packed is offered', () => {
  expect(likelyPlatform('Windows NT', packed('linux-x64'))).toBe('linux-x64')
  expect(likelyPlatform('Windows NT', packed())).toBeNull()
})

test('a code is read from the address, and nothing else is', () => {
  expect(codeInHash('#brasa-e-cia/7K2M-9QXA')).toBe('brasa-e-cia/7K2M-9QXA')
  for (const hash of ['', '#', '#brasa', "#a/7K2M-9QXA';x", '#%E0%A4%A'] as const)
    expect(codeInHash(hash)).toBeNull()
})
