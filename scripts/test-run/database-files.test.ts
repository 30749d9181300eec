import { expect, test } from 'vitest'
import { databaseFilesFor, everyDatabaseFile } from './database-files.ts'

test('a change calls for the database tests of its room, of SQL for all, of a helper for those that use it', () => {
  const ofAds = ['server/ads/ads.db.test.ts']
  expect(databaseFilesFor(['server/ads/edit-ads.ts'])).toEqual(ofAds)
  expect(databaseFilesFor(['contract/ads/ads.ts'])).toEqual(ofAds)
  expect(databaseFilesFor(['server/app.ts'])).toContain('server/app.db.test.ts')
  expect(databaseFilesFor(['server/testing/held-row.ts'])).toContain(
    'server/whatsapp/outgoing/messages.db.test.ts',
  )
  expect(databaseFilesFor(['server/db/functions/roll_up.sql'])).toEqual(everyDatabaseFile())
  expect(databaseFilesFor(['web/main.tsx', 'docs/design.md'])).toEqual([])
})
