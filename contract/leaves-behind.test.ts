import { expect, test } from 'vitest'
import { allRoutes } from './all.ts'

/** Calls that support can reach: those of people. */
const ofPeople = allRoutes.filter(({ access }) => access.kind !== 'public' && access.kind !== 'agent')

test('every call by which a person writes says whether something of it outlives an entry of support', () => {
  const silent = ofPeople.filter((route) => route.method !== 'GET' && route.leavesBehind === undefined)
  expect(silent.map((route) => route.name)).toEqual([])
})

test('a call that carries customers’ contacts out of the panel leaves them behind', () => {
  const carried = ['exportCustomers', 'exportOrders', 'exportPerson']
  expect(ofPeople.filter((route) => carried.includes(route.name) && !route.leavesBehind)).toEqual([])
})
