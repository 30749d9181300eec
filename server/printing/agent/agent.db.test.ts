import { connect, createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NetworkPrinter } from '../../../simulator/printer/network-printer.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { agentHome, printDesk, type AgentHome, type AgentProcess } from '../testing/print-desk.ts'

/** Runs the real agent process against the real server over HTTP and printers that speak ESC/POS over TCP. */
let app: TestApp
let url: string
let manager: Person
let store: string
let paper: NetworkPrinter
const running: AgentProcess[] = []
const homes: AgentHome[] = []

beforeAll(async () => {
  app = await testApp()
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ store, manager } = await standardShop(app))
  paper = new NetworkPrinter()
  await paper.switchOn()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.kill()))
  for (const home of homes.splice(0)) home.remove()
  await paper.switchOff()
})

const desk = () => printDesk(app, store, manager)
const tickets = (from = paper) => from.tickets.map((one) => one.toString('latin1'))

async function newAgent(serverUrl = url) {
  const home = agentHome(serverUrl)
  homes.push(home)
  const { code } = await desk().newCode()
  const agent = await home.start(code)
  running.push(agent)
  return {
    ...agent,
    restart: async () => {
      const again = await home.start()
      running.push(again)
      return again
    },
  }
}
const stateOf = async (orderId: string) => (await desk().jobsOf(orderId)).map((job) => job.state)
const printed = (orderId: string) =>
  until(
    () => stateOf(orderId),
    (states) => states.length > 0 && states.every((one) => one === 'printed'),
  )

// An agent that is not woken asks again after its call of 20 s.
test(
  'an accepted order wakes the agent, is printed with accents and acknowledged',
  { timeout: 20_000 },
  async () => {
    await desk().addPrinter({ address: paper.address })
    await newAgent()
    const order = await desk().place({ notes: 'Troco e pão de açúcar à mão' })
    await desk().accept(order.id)
    await printed(order.id)
    expect(tickets()).toHaveLength(1)
    expect(tickets()[0]).toContain('2x Pizza média')
    expect(tickets()[0]).toContain('Troco e pão de açúcar à mão')
  },
)

test('a printer without paper does not block other printers and prints its tickets when paper is back', async () => {
  const other = new NetworkPrinter()
  await other.switchOn()
  await desk().addPrinter({ address: paper.address })
  await desk().addPrinter({ address: other.address, ticket: 'delivery' })
  paper.setState('no-paper')
  await newAgent()
  const order = await desk().place()
  await desk().accept(order.id)
  await until(
    () => tickets(other),
    (seen) => seen.length === 1,
  )
  const failed = await until(
    async () => (await desk().jobsOf(order.id)).find((job) => job.ticket === 'kitchen'),
    (job) => job?.state === 'failed',
  )
  expect(failed?.cause).toBe('paper')
  paper.setState('ready')
  await printed(order.id)
  expect(tickets()).toHaveLength(1)
  // No part of it was on paper before, so it is not a reprint.
  expect(tickets()[0]).not.toContain('REIMPRESS')
  await other.switchOff()
})

test('an agent killed between printing and acknowledging repeats the acknowledgement but not the ticket', async () => {
  await desk().addPrinter({ address: paper.address })
  const line = await wire(url)
  const agent = await newAgent(line.url)
  const order = await desk().place()
  // The ticket prints, and from then on the server receives nothing from the agent.
  paper.onTicket = () => line.cut()
  await desk().accept(order.id)
  await until(
    () => agent.output(),
    (output) => output.includes('impresso.'),
  )
  await agent.kill()
  expect(await stateOf(order.id)).toEqual(['sent'])
  line.mend()
  await agent.restart()
  await printed(order.id)
  expect(tickets()).toHaveLength(1)
  await line.close()
})

test('after an agent is killed in the middle of a ticket, the next ticket is marked as a reprint', async () => {
  await desk().addPrinter({ address: paper.address })
  const agent = await newAgent()
  paper.setPace(1_500)
  const order = await desk().place()
  await desk().accept(order.id)
  await until(() => paper.begun > 0)
  expect(await stateOf(order.id)).toEqual(['sent'])
  await agent.kill()
  paper.setPace(0)
  await agent.restart()
  await printed(order.id)
  // The interrupted one may leave the printer before it or after it.
  const reprints = tickets().filter((one) => one.includes('REIMPRESSÃO'))
  expect(reprints).toHaveLength(1)
  expect(tickets().length - reprints.length).toBeLessThanOrEqual(1)
})

test('when the network drops right after each ticket, no ticket is lost or printed twice', async () => {
  await desk().addPrinter({ address: paper.address })
  const line = await wire(url)
  await newAgent(line.url)
  // Back when the agent has noticed.
  paper.onTicket = () => {
    line.cut()
    line.onRefused(line.mend)
  }
  const placed = []
  for (let n = 0; n < 5; n += 1) {
    const order = await desk().place()
    placed.push(order)
    await desk().accept(order.id)
    await printed(order.id)
  }
  expect(tickets()).toHaveLength(5)
  for (const order of placed)
    expect(tickets().filter((one) => one.includes(`Brasa #${order.displayId}\n`))).toHaveLength(1)
  expect(line.cuts()).toBe(5)
  await line.close()
})

test('two agents of one store share its tickets, one ticket per order', async () => {
  await desk().addPrinter({ address: paper.address })
  await newAgent()
  await newAgent()
  const orders = []
  for (let n = 0; n < 10; n += 1) orders.push(await desk().place())
  await Promise.all(orders.map((order) => desk().accept(order.id)))
  for (const order of orders) await printed(order.id)
  expect(tickets()).toHaveLength(10)
})

test('a pairing code works once, and a used code is rejected with a message', async () => {
  const { code } = await desk().newCode()
  const [first, second] = [agentHome(url), agentHome(url)]
  homes.push(first, second)
  running.push(await first.start(code))
  await expect(second.start(code)).rejects.toThrow('Este código não existe, venceu ou já foi usado')
})

test('an agent removed in the panel stops with a message', async () => {
  const home = agentHome(url)
  homes.push(home)
  const { agentId, code } = await desk().newCode()
  const agent = await home.start(code)
  running.push(agent)
  const { deletePrintAgent } = await import('../../../contract/printing/printing.ts')
  await desk().call(deletePrintAgent, { params: { id: agentId } })
  await until(
    () => agent.output(),
    (output) => output.includes('Gere um código novo no painel'),
  )
})

/** A connection to the server that can be cut in the middle of a message. */
async function wire(serverUrl: string) {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  let whole = true
  let cuts = 0
  let refused: () => void = () => {}
  const server: Server = createServer((near) => {
    near.on('error', () => {})
    if (!whole) {
      near.destroy()
      refused()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    far.on('error', () => {})
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    cut: () => {
      whole = false
      cuts += 1
      for (const socket of open) socket.destroy()
    },
    cuts: () => cuts,
    /** When a connection was refused because of the cut. */
    onRefused: (act: () => void) => {
      refused = act
    },
    mend: () => {
      whole = true
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
