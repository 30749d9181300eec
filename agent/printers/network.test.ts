import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentJob, WatchedPrinter } from '../../contract/printing/print-agent.ts'
import { NetworkPrinter } from '../../simulator/printer/network-printer.ts'
import { networkPrinters } from './network.ts'

/** Minimal ticket: initialise, text, cut, and the paper status request at the end. */
const ticket = (text: string): Buffer => Buffer.from(`\x1b@${text}\n\x1dVB\x00\x1dr1`, 'latin1')
const job = {} as AgentJob
let paper: NetworkPrinter
let printer: WatchedPrinter
const driver = networkPrinters()

beforeEach(async () => {
  paper = new NetworkPrinter()
  await paper.switchOn()
  printer = { id: 'p', name: 'Cozinha', kind: 'network', address: paper.address }
})
afterEach(() => paper.switchOff())

const printed = () => paper.tickets.map((one) => one.toString('latin1'))
const failure = (payload = ticket('um')) =>
  driver.print(printer, payload, job).then(
    () => null,
    (error: { cause: string; started: boolean }) => [error.cause, error.started],
  )

test('a ticket counts as printed once the printer has processed all of it', async () => {
  paper.setPace(300)
  const started = performance.now()
  await driver.print(printer, ticket('um'), job)
  expect(performance.now() - started).toBeGreaterThan(290)
  expect(printed()).toEqual(['\x1b@um\n'])
})

test('a printer without paper, with its cover open or switched off gets no byte of the ticket and reports the cause', async () => {
  paper.setState('no-paper')
  expect(await failure()).toEqual(['paper', false])
  expect(await driver.check(printer)).toBe('paper')
  paper.setState('cover-open')
  expect(await failure()).toEqual(['cover', false])
  paper.setState('ready')
  expect(await driver.check(printer)).toBeNull()
  await paper.switchOff()
  expect(await failure()).toEqual(['unreachable', false])
  expect(await driver.check(printer)).toBe('unreachable')
  expect(printed()).toEqual([])
})

test('paper running out in the middle is noticed within seconds and reported as partly printed', async () => {
  // It would print for longer than the test lasts.
  paper.setPace(5_000)
  const started = performance.now()
  const failed = failure()
  await vi.waitUntil(() => paper.begun === 1, { timeout: 5_000 })
  paper.setState('no-paper')
  expect(await failed).toEqual(['paper', true])
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('a connection lost in the middle is reported as partly printed', async () => {
  paper.setState('hanging-up')
  expect(await failure()).toEqual(['cut', true])
})

test('a printer that answers no status request is trusted when it took every byte', async () => {
  paper.setState('mute')
  await driver.print(printer, ticket('um'), job)
  expect(printed()).toEqual(['\x1b@um\n'])
})

test('a ticket of a printer without a cutter counts as printed once the printer answers after it', async () => {
  await driver.print(printer, Buffer.from('\x1b@um\n\x1bd\x04\x1dr1', 'latin1'), job)
  expect(printed()).toEqual(['\x1b@um\n\x1bd\x04'])
})
