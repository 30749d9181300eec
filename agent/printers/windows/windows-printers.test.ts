import { beforeEach, expect, test, vi } from 'vitest'
import type { AgentJob, WatchedPrinter } from '../../../contract/printing/print-agent.ts'
import { WindowsSpooler } from '../../../simulator/printer/windows-spooler.ts'
import type { PrinterDriver } from '../printer.ts'
import { spoolerProcess } from './spooler-process.ts'
import { endOfSource, spoolerSource, startCommand } from './spooler-source.ts'
import { windowsPrinters } from './windows-printers.ts'

const ticket = Buffer.from('\x1b@Pão de açúcar \x1dVB\x00', 'latin1')
const job = { title: 'Via da cozinha do pedido 12' } as AgentJob
const named = (address: string): WatchedPrinter => ({ id: 'p', name: 'Cozinha', kind: 'system', address })
let windows: WindowsSpooler
let driver: PrinterDriver

beforeEach(() => {
  windows = new WindowsSpooler()
  driver = windowsPrinters(
    spoolerProcess(() => windows.start(), { firstMs: 300, answerMs: 300, idleMs: 60_000, restMs: 60_000 }),
  )
})

const failure = (name: string) =>
  driver.print(named(name), ticket, job).then(
    () => null,
    (error: { cause: string; started: boolean }) => [error.cause, error.started],
  )

test('a ticket reaches the printer of Windows byte by byte, under a name with accents and spaces', async () => {
  windows.addPrinter('Cozinha São João (térmica) 80mm')
  await driver.print(named('Cozinha São João (térmica) 80mm'), ticket, job)
  expect(windows.tickets).toEqual([
    {
      printer: 'Cozinha São João (térmica) 80mm',
      title: 'Balcão: Via da cozinha do pedido 12',
      bytes: ticket,
    },
  ])
})

test('the printers of Windows are offered by their names, without those that print to a file', async () => {
  for (const name of ['EPSON TM-T20X', 'Microsoft Print to PDF', 'Fax', '\\\\CAIXA\\Balcão'])
    windows.addPrinter(name)
  expect((await driver.available()).map(({ kind, address }) => [kind, address])).toEqual([
    ['system', 'EPSON TM-T20X'],
    ['system', '\\\\CAIXA\\Balcão'],
  ])
})

test.each([
  ['without paper', { status: 0x10 }, 'paper'],
  ['with its cover open', { status: 0x400000 }, 'cover'],
  ['that Windows works without', { attributes: 0x400 }, 'unreachable'],
  ['that is offline', { status: 0x80 }, 'unreachable'],
  ['that is paused', { status: 0x1 }, 'offline'],
  ['with a paper jam', { status: 0x8 }, 'offline'],
])('a printer %s gets no byte and reports the cause', async (_what, bits, cause) => {
  Object.assign(windows.addPrinter('Cozinha'), bits)
  expect(await driver.check(named('Cozinha'))).toBe(cause)
  expect(await failure('Cozinha')).toEqual([cause, false])
  expect(windows.tickets).toEqual([])
})

test('a printer that Windows does not have is named as missing', async () => {
  expect(await driver.check(named('Antiga'))).toBe('device')
  expect(await failure('Antiga')).toEqual(['device', false])
})

test('a ticket that stays in the queue is deleted there, with the cause that the queue gives', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Printing, and out of paper.
  windows.addPrinter('Cozinha').holdsJobs = 0x10 | 0x40
  const failed = failure('Cozinha')
  await vi.waitUntil(() => windows.tickets.length === 1, { timeout: 5_000 })
  vi.setSystemTime(Date.now() + 31_000)
  expect(await failed).toEqual(['paper', true])
  expect(windows.cancelled).toEqual([1])
  vi.useRealTimers()
})

test('a ticket that somebody deletes in the window of the printer may be partly on paper', async () => {
  windows.addPrinter('Cozinha').holdsJobs = 0x100
  expect(await failure('Cozinha')).toEqual(['offline', true])
})

test('a spooler that ends while it takes a ticket leaves it in doubt, and the next request starts it again', async () => {
  windows.addPrinter('Cozinha')
  expect(await driver.check(named('Cozinha'))).toBeNull()
  windows.state = 'ends-printing'
  expect(await failure('Cozinha')).toEqual(['spooler', true])
  windows.state = 'ready'
  expect(await failure('Cozinha')).toBeNull()
  expect(windows.starts).toBe(2)
})

test('a computer whose PowerShell does not answer has no printers, and says so of each', async () => {
  windows.addPrinter('Cozinha')
  windows.state = 'silent'
  expect(await driver.available()).toEqual([])
  expect(await driver.check(named('Cozinha'))).toBe('spooler')
  // It is not started again for each question.
  expect(windows.starts).toBe(1)
})

test('PowerShell is given the source in plain letters, by a command that writes no file and needs no policy', async () => {
  windows.addPrinter('Cozinha')
  await driver.check(named('Cozinha'))
  expect(windows.source.trim()).toBe(spoolerSource.trim())
  expect(spoolerSource).toMatch(/^[\n -~]+$/)
  expect(spoolerSource.split('\n')).not.toContain(endOfSource)
  expect(startCommand).not.toMatch(/["`]|ExecutionPolicy|EncodedCommand/)
})
