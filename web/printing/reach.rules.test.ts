import { expect, test } from 'vitest'
import { reachProblem, type SeenComputer } from './reach.rules.ts'

const computer = (changes: Partial<SeenComputer> = {}): SeenComputer => ({
  agentId: 'caixa',
  name: 'Caixa',
  online: true,
  system: 'windows',
  networks: ['192.168.0.0/24'],
  printers: [{ kind: 'system', address: 'EPSON TM-T20X', name: 'Windows: EPSON TM-T20X' }],
  search: 'none',
  searchedAt: null,
  found: [],
  ...changes,
})
const network = (address: string, ...computers: SeenComputer[]) =>
  reachProblem({ kind: 'network', address, agentId: '' }, computers)
const on = (kind: 'system' | 'usb' | 'preview', address: string, changes: Partial<SeenComputer> = {}) =>
  reachProblem({ kind, address, agentId: 'caixa' }, [computer(changes)])

test('a printer on the network needs a computer that is on', () => {
  expect(network('192.168.0.50')).toContain('Nenhum computador')
  expect(network('192.168.0.50', computer({ online: false }))).toContain('Nenhum computador')
  expect(network('192.168.0.50', computer())).toBeNull()
})

test('an address outside the networks of the computers is named, with what they are', () => {
  expect(network('192.168.1.50', computer())).toContain('(192.168.0.0/24)')
  expect(network('192.168.1.50:9101', computer({ networks: ['192.168.0.0/23'] }))).toBeNull()
  // A second computer is where the printer is.
  expect(network('10.0.0.9', computer(), computer({ networks: ['10.0.0.0/8'] }))).toBeNull()
  // A name, the computer itself, a half-typed address, and a computer that does not say its networks.
  for (const address of ['impressora.local', '127.0.0.1:9100', '192.168', ''])
    expect(network(address, computer())).toBeNull()
  expect(network('192.168.1.50', computer({ networks: [] }))).toBeNull()
})

test('a printer that the search saw without a connection is named, and one that answers is fine wherever it is', () => {
  const found = (answers: boolean) => computer({ found: [{ address: '172.16.0.9', name: '', answers }] })
  expect(network('172.16.0.9', found(false))).toContain('não aceita conexão')
  expect(network('172.16.0.9', found(true))).toBeNull()
})

test('a computer that is off, a name that it does not see, and USB where there is none are said before the test', () => {
  expect(on('system', 'EPSON TM-T20X')).toBeNull()
  expect(on('system', 'EPSON')).toContain('não vê')
  expect(on('system', '')).toBeNull()
  expect(on('system', 'EPSON TM-T20X', { online: false })).toContain('desligado')
  expect(on('usb', '/dev/usb/lp0')).toContain('No Windows não há USB direto')
  expect(on('usb', '/dev/usb/lp0', { system: 'macos' })).toContain('No Mac')
  expect(on('usb', '/dev/usb/lp0', { system: 'linux', printers: [] })).toContain('não vê')
  expect(on('preview', 'cozinha', { system: null })).toBeNull()
  expect(reachProblem({ kind: 'browser', address: '', agentId: '' }, [])).toBeNull()
})
