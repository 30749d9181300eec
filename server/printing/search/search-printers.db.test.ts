import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as search from '../../../contract/printing/printer-search.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk } from '../testing/print-desk.ts'

/** A manager asks, and the store's computers look for printers on their networks. */
let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, other, manager, basic, stranger } = await standardShop(app))
})
afterEach(() => app.setClock(null))

const desk = () => printDesk(app, store, manager)
const later = (seconds: number) => app.setClock(new Date(Date.now() + seconds * 1_000))
const ask = (as = manager, storeId = store) => app.call(as, search.searchPrinters, {}, { storeId })
const seen = async () => (await desk().call(search.readAvailablePrinters, {})).data.agents
const computer = { system: 'windows' as const, networks: ['192.168.0.0/24'] }
const found = [{ address: '192.168.0.50', name: 'EPSON TM-T20X', answers: true }]

test('a computer gets the request with its heartbeat, and the panel shows what it found', async () => {
  const agent = await desk().pairedAgent()
  expect((await agent.beat({ computer })).data.search).toBeUndefined()
  expect((await ask()).data).toEqual({ computers: 1 })
  expect(await seen()).toMatchObject([{ search: 'running', found: [], ...computer }])
  expect((await agent.beat({ computer })).data.search).toBe(true)
  later(3)
  expect((await agent.beat({ computer, searched: { found } })).data.search).toBeUndefined()
  expect(await seen()).toMatchObject([{ search: 'done', found }])
})

test('two managers who ask at once begin one search, and a finished one can be begun again', async () => {
  const agent = await desk().pairedAgent()
  await agent.beat({ computer })
  const both = await Promise.all([ask(), ask()])
  expect(both.map(({ data }) => data)).toEqual([{ computers: 1 }, { computers: 1 }])
  later(1)
  await agent.beat({ computer, searched: { found } })
  expect(await seen()).toMatchObject([{ search: 'done' }])
  later(2)
  await ask()
  expect(await seen()).toMatchObject([{ search: 'running', found }])
})

test('without a computer that is on and can search, nothing is asked, and the cause is said', async () => {
  expect((await ask()).body.error).toBe('print/no-computer')
  const agent = await desk().pairedAgent()
  // An older agent does not describe its computer.
  await agent.beat()
  expect((await ask()).body.error).toBe('print/no-computer')
  await agent.beat({ computer })
  later(120)
  expect((await ask()).body.error).toBe('print/no-computer')
})

test('a computer that does not answer in a minute is named as silent', async () => {
  const agent = await desk().pairedAgent()
  await agent.beat({ computer })
  await ask()
  later(61)
  expect(await seen()).toMatchObject([{ search: 'silent' }])
  expect((await agent.beat({ computer })).data.search).toBeUndefined()
})

test('only a manager of the store asks, and another store neither begins nor sees its search', async () => {
  const agent = await desk().pairedAgent()
  await agent.beat({ computer })
  expect((await ask(basic)).status).toBe(403)
  expect((await ask(stranger)).status).toBe(404)
  expect((await ask(stranger, other)).body.error).toBe('print/no-computer')
  expect(await seen()).toMatchObject([{ search: 'none' }])
  await ask()
  const theirs = await printDesk(app, other, stranger).call(search.readAvailablePrinters, {})
  expect(theirs.data.agents).toEqual([])
})

test('what a computer says of its networks and printers has a form and a limit', async () => {
  const agent = await desk().pairedAgent()
  const printers = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      address: `192.168.0.${String(at)}`,
      name: '',
      answers: true,
    }))
  expect((await agent.beat({ computer, searched: { found: printers(search.maxFound + 1) } })).status).toBe(
    400,
  )
  expect((await agent.beat({ computer: { ...computer, networks: ['a rede da loja'] } })).status).toBe(400)
})
