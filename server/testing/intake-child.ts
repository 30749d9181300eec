import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../db/pool.ts'
import { createOrderIntake } from '../orders/taking/order-intake.ts'
import { simpleOrder } from './simple-order.ts'

/** A process that takes orders as fast as it can and prints each one acknowledged as durable. */
const [url = '', storeId = ''] = process.argv.slice(2)
const { cells } = await openDatabase(url, { role: 'balcao_app' })
const intake = createOrderIntake({ cells, log: pino({ level: 'silent' }) })
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const order = simpleOrder(storeId, uuidv7(), randomUUID())
      await intake.take(order)
      process.stdout.write(`${order.external_id}\n`)
    }
  }),
)
