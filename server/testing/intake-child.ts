import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../db/connections/pool.ts'
import { createOrderIntake } from '../orders/taking/order-intake.ts'
import { simpleOrder } from './simple-order.ts'
import { until } from './until.ts'

/**
 * A process that keeps a number of orders in flight and prints each one acknowledged as durable. It
 * repeats one that failed, as a client would.
 */
const [url = '', storeId = '', inFlight = '16'] = process.argv.slice(2)
const { cells } = await openDatabase(url, { role: 'balcao_app' })
const intake = createOrderIntake({ cells, log: pino({ level: 'silent' }) })
await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    for (;;) {
      const order = simpleOrder(storeId, uuidv7(), randomUUID())
      await until(() => taken(order))
      process.stdout.write(`${order.external_id}\n`)
    }
  }),
)

async function taken(order: ReturnType<typeof simpleOrder>): Promise<boolean> {
  try {
    await intake.take(order)
    return true
  } catch {
    return false
  }
}
