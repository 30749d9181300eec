import { expect, test } from 'vitest'
import { allRoutes } from './all.ts'

/** The customer's list of calls whose failure the panel does not pass on. */
const rules = {
  'GET /stores/storeId/{storeId}': 'null',
  'POST /integrations/finish-ads-setup': 'null',
  'GET /integrations/{type}/storeId/{storeId}': 'null',
  'GET /stores/storeId/{storeId}/open-status': 'nothing',
} as const

test('the calls that give null or nothing on failure are those of the customer’s list, and no others', () => {
  const said = allRoutes
    .filter((route) => route.onFailure !== undefined)
    .map((route) => [`${route.method} ${route.path}`, route.onFailure] as const)
  const due = Object.entries(rules).filter(([call]) =>
    allRoutes.some((route) => `${route.method} ${route.path}` === call),
  )
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(due))
  expect(due.length).toBeGreaterThanOrEqual(2)
})
