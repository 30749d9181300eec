import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentJob, WatchedPrinter } from '../../contract/printing/print-agent.ts'
import { NetworkPrinter } from '../../simulator/printer/network-printer.ts'
import { networkPrinters } from './network.ts'

/** Initialise, some text, cut, and the question for paper at the end: what every ticket is made of. */
const ticket = (text: string): Buffer => Buffer.from(`\x1b@${text}\n\x1dVB\x00\x1dr1`, 'latin1')
const job = {} as AgentJob
let paper: NetworkPrinter
let printer: WatchedPrinter
const door = networkPrinters()

beforeEach(async () => {
  paper = new NetworkPrinter()
  await paper.switchOn()
  printer = { id: 'p', name: 'Cozinha', kind: 'network', address: paper.address }
})
afterEach(() => paper.switchOff())

const printed = () => paper.tickets.map((one) => one.toString('latin1'))
const failure = (payload = ticket('um')) =>
  door.print(printer, payload, job).then(
    () => null,
    (error: { cause: string; started: boolean }) => [error.cause, error.started],
  )

test('a ticket counts as printed when the printer has worked through all of it', async () => {
  paper.setPace(300)
  const started = performance.now()
  await door.print(printer, ticket('um'), job)
  expect(performance.now() - started).toBeGreaterThan(290)
  expect(printed()).toEqual(['\x1b@um\n'])
})

test('a printer without paper, open or switched off gets no byte of the ticket, and says which it is', async () => {
  paper.setMood('no-paper')
  expect(await failure()).toEqual(['paper', false])
  expect(await door.check(printer)).toBe('paper')
  paper.setMood('cover-open')
  expect(await failure()).toEqual(['cover', false])
  paper.setMood('ready')
  expect(await door.check(printer)).toBeNull()
  await paper.switchOff()
  expect(await failure()).toEqual(['unreachable', false])
  expect(await door.check(printer)).toBe('unreachable')
  expect(printed()).toEqual([])
})

test('paper that ends in the middle is noticed within seconds, and that some of it may be out', async () => {
  paper.setPace(200)
  setTimeout(() => paper.setMood('no-paper'), 100)
  const started = performance.now()
  expect(await failure()).toEqual(['paper', true])
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('a line that breaks in the middle says that some of it may be out', async () => {
  paper.setMood('hanging-up')
  expect(await failure()).toEqual(['cut', true])
})

test('a printer that answers no question is believed when it took every byte', async () => {
  paper.setMood('mute')
  await door.print(printer, ticket('um'), job)
  expect(printed()).toEqual(['\x1b@um\n'])
})
