import { afterAll, expect, test } from 'vitest'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk } from '../testing/print-desk.ts'
import { noteSilentPrinters } from './note-silent-printers.ts'

/** Monday to Sunday from 10:00 to 22:00 in São Paulo. */
const openingHours = (
  ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
).map((weekday) => ({ weekday, start: '10:00', end: '22:00' }))
const app = await testApp()
const { store, manager } = await standardShop(app, { openingHours })
const desk = printDesk(app, store, manager)
afterAll(() => app.close())

const look = async (time: string) => {
  app.setClock(new Date(`2026-11-24T${time}:00-03:00`))
  await noteSilentPrinters(app.deps, [store])
  return withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('store_troubles').select(['key', 'told_at']).where('store_id', '=', store).execute(),
  )
}

test('a printer that prints automatically and has no computer is notified after three minutes of an open store', async () => {
  const kitchen = await desk.addPrinter({ name: 'Cozinha' })
  await desk.addPrinter({ name: 'Reserva', autoPrint: false })
  expect(await look('09:30')).toEqual([])
  expect(await look('10:01')).toEqual([{ key: kitchen.id, told_at: null }])
  expect((await look('10:05'))[0]?.told_at).not.toBe(null)
})

test('after closing time the computer may sleep', async () => {
  expect(await look('22:01')).toEqual([])
})

test('a printer that answers again is no trouble', async () => {
  expect(await look('12:00')).toHaveLength(1)
  app.setClock(null)
  const { agentId } = await desk.pairedAgent()
  await withStoreScope(app.db, [store], async (tx) => {
    await tx.updateTable('printers').set({ state: 'ok' }).where('store_id', '=', store).execute()
    const noon = new Date('2026-11-24T12:00:00-03:00')
    await tx.updateTable('print_agents').set({ last_seen_at: noon }).where('id', '=', agentId).execute()
  })
  expect(await look('12:00')).toEqual([])
})
