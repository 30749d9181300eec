import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDeliveryModifiers } from '../../contract/delivery/modifiers.ts'
import { readHome } from '../../contract/home/home.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { readChannels, readUndecidedHolidays } from '../../contract/stores/channels.ts'
import { readMyStores, readStoresNow, weekdays } from '../../contract/stores/stores.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { wantingStores } from './stores.ts'

let app: TestApp
let database: pg.Client
beforeAll(async () => {
  app = await testApp()
  database = new pg.Client({ connectionString: app.ownerUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await app.close()
})

const openingHours = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const specialDay = `insert into special_days (store_id, day, name, kind, intervals, saved_at, saved_by)
  values ($1, '2026-11-25', 'Aniversário', 'hours', $$INTERVALS$$, now(), 'Ana')`
const modifier = `insert into delivery_modifiers (store_id, id, name, effects, trigger_of, zone_ids, to_courier, active, created_at)
  values ($1, gen_random_uuid(), 'Chuva', $$EFFECTS$$, $$TRIGGER$$, '{}', false, true, now())`
const connection = `update integrations set health = $$HEALTH$$ where store_id = $1`

/** What a newer release, a restore or a hand may have left in the rows of a store. */
const damages: Readonly<Record<string, string>> = {
  'opening hours that are a number': `update stores set opening_hours = '7' where id = $1`,
  'opening hours on a day that no week has': `update stores set opening_hours = '[{"weekday": "FERIADO", "start": "10:00", "end": "12:00"}]' where id = $1`,
  'own holidays that are a number': `update stores set own_holidays = '7' where id = $1`,
  'an address without parts': `update stores set address = '{}' where id = $1`,
  'an address that is null': `update stores set address = 'null' where id = $1`,
  'a special day whose hours are a number': specialDay.replace('INTERVALS', '7'),
  'a special day with an hour that no clock has': specialDay.replace(
    'INTERVALS',
    '[{"start": "99:00", "end": "10:00"}]',
  ),
  'a status of a channel with odd parts': connection.replace(
    'HEALTH',
    '{"available": "sim", "checkedAt": "ontem", "since": 7, "failed": 7, "pauses": 7, "repair": 7}',
  ),
  'a week of a channel that is a number': `insert into channel_wishes
      (store_id, merchant_id, kind, version, origin, wished, wished_at, seen, seen_at, seen_since, look_at)
    select store_id, merchant_id, 'hours', 1, 'here', '7', now(), '7', now(), now(), now()
    from integrations where store_id = $1`,
  'a modifier with an unknown effect': modifier
    .replace('EFFECTS', '[{"kind": "drone"}]')
    .replace('TRIGGER', '{"kind": "specialDays"}'),
  'a modifier that is a number': modifier.replace('EFFECTS', '7').replace('TRIGGER', '7'),
}

describe('a store with a stored value that this version does not know', () => {
  for (const [name, statement] of Object.entries(damages)) {
    test(`${name}: its neighbours are shown and polled as before`, async () => {
      const sound = await app.addStore({ name: 'Brasa', openingHours })
      const odd = await app.addStore({ name: 'Cantina', openingHours })
      for (const id of [sound, odd])
        await database.query(
          `insert into integrations (store_id, type, merchant_id, status, last_polled_at)
           values ($1, 'ifood', $2, 'active', now())`,
          [id, randomUUID()],
        )
      const owner = await app.addPerson('owner', { [sound]: 'owner', [odd]: 'owner' })
      await database.query(statement, [odd])
      const mine = await app.call(owner, readMyStores, {})
      expect(mine.status).toBe(200)
      expect(mine.data.stores.map((one) => one.name)).toEqual(['Brasa', 'Cantina'])
      expect(mine.data.stores[0]?.openingHours).toEqual(openingHours)
      const answers = {
        now: await app.call(owner, readStoresNow, { query: {} }),
        home: await app.call(owner, readHome, { query: {} }),
        channels: await app.call(owner, readChannels, { query: {} }),
        holidays: await app.call(owner, readUndecidedHolidays, { query: {} }),
        modifiers: await app.call(owner, readDeliveryModifiers, {}),
        daily: await app.call(owner, readDailyReport, { query: {} }),
      }
      expect(Object.entries(answers).map(([call, { status }]) => [call, status])).toEqual(
        Object.keys(answers).map((call) => [call, 200]),
      )
      expect(answers.now.data.stores).toHaveLength(2)
      expect(answers.modifiers.data.modifiers).toEqual(
        name.startsWith('a modifier')
          ? [expect.objectContaining({ name: 'Chuva (não entendida)', active: false, on: false })]
          : [],
      )
      expect(await wantingStores(app.deps, [sound, odd])).toContain(sound)
    })
  }

  test('it is counted, so that an alarm can be raised', async () => {
    const { body } = await app.fastify.inject({ method: 'GET', url: '/metrics' })
    expect(body).toMatch(/balcao_odd_rows_total\{kind="store"\} [1-9]/)
  })
})
