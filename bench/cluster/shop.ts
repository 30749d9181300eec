import { v7 as uuidv7 } from 'uuid'
import { confirmOrder } from '../../contract/orders/orders.ts'
import { startFreeTier } from '../../contract/stores/stores.ts'
import { startDemoAgent } from '../../demo/demo-printing.ts'
import { runningChild } from '../../scripts/child-process.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { newPairing } from '../../server/printing/agent/print-agents.ts'
import { NetworkPrinter } from '../../simulator/printer/network-printer.ts'
import { askPanel, type AskPanel } from '../faults/ask-panel.ts'
import type { Acknowledged, Panel } from '../faults/load.ts'
import { addOwner } from '../faults/product.ts'

interface ShopParts {
  /** The owner's address of the database that has everything. */
  readonly databaseUrl: string
  readonly url: string
  readonly encryptionKey: string
  /** A folder for the agent. */
  readonly parent: string
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Two stores of one owner; the first prints what it accepts on a printer of its own. */
export async function openShop({ databaseUrl, url, encryptionKey, parent }: ShopParts) {
  const database = await openDatabase(databaseUrl, { role: 'balcao_app', max: 2 })
  const paper = new NetworkPrinter()
  await paper.switchOn()
  const reader = await addOwner(database, [], encryptionKey)
  const ask = askPanel({ url, reader })
  const stores = [await openStore(ask), await openStore(ask)]
  const code = await addPrinter(database, stores[0] ?? '', paper.address)
  await database.close()
  const agent = runningChild(startDemoAgent({ serverUrl: url, stateDir: `${parent}/agent`, codes: [code] }))
  const panel: Panel = { url, stores, reader }
  return {
    panel,
    paper,
    /** How often each order of the first store is on paper, by the note that it carries. */
    printed: (orders: readonly Acknowledged[]): ReadonlyMap<string, number> => {
      const tickets = paper.tickets.map((ticket) => ticket.toString('latin1').replaceAll(/\s/g, ''))
      return new Map(
        orders
          .filter(({ storeId }) => storeId === stores[0])
          .map(({ key }) => [key, tickets.filter((ticket) => ticket.includes(key)).length]),
      )
    },
    /** A person accepts it, and asks again until it is accepted. */
    accept: async ({ orderId, storeId }: Acknowledged): Promise<void> => {
      for (;;) {
        const problem = await ask(confirmOrder, storeId, { params: { orderId }, body: {} }).then(
          () => null,
          (error: unknown) => String(error),
        )
        // The answer to an earlier try was lost, or the order itself, which is counted.
        if (problem === null || / 40[49] /.test(problem)) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    close: async () => {
      await agent.stop()
      await paper.switchOff()
    },
  }
}

/** As a person does; in the cell of that person's chain. */
export async function openStore(ask: AskPanel): Promise<string> {
  const address = {
    street: 'Rua A',
    number: 's/n',
    district: 'Centro',
    city: 'Recife',
    state: 'PE',
    zipCode: '50030-230',
  } as const
  const body = { name: 'Loja do teste', phone: '(81) 99999-0001', address }
  return (await ask(startFreeTier, '', { body })).id
}

/** Answers the code with which the agent pairs. */
function addPrinter(
  { db }: Awaited<ReturnType<typeof openDatabase>>,
  storeId: string,
  address: string,
): Promise<string> {
  return withStoreScope(db, [storeId], async (tx) => {
    const { code, columns } = await newPairing(tx, storeId, new Date())
    await tx
      .insertInto('print_agents')
      .values({ store_id: storeId, id: uuidv7(), name: 'Caixa', ...columns })
      .execute()
    await tx
      .insertInto('printers')
      .values({
        store_id: storeId,
        id: uuidv7(),
        name: 'Cozinha',
        kind: 'network',
        address,
        ticket: 'kitchen',
      })
      .execute()
    return code
  })
}
