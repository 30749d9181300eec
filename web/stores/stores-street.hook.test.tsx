import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StoresStreet } from './stores-street.tsx'
import type { StoreNow } from './street.rules.ts'

const storeNow = (place: number, preparing: number): StoreNow => ({
  storeId: `s${place}`,
  name: `Loja ${place}`,
  role: 'manager',
  pausedBy: null,
  status: { open: true, reasons: [], nextChange: null },
  waiting: { placed: 0, preparing, ready: 0, dispatched: 0, late: 0, oldestPlacedAt: null },
  whatsapp: null,
  afterSale: { disputes: 0, reviews: 0 },
  today: null,
})

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})
const known = new Map(
  Array.from({ length: 12 }, (_, place) => [`s${place}`, { mark: undefined, timezone: 'America/Sao_Paulo' }]),
)
const street = (stores: readonly StoreNow[], second: number) => (
  <RouterContextProvider router={router}>
    <StoresStreet
      stores={stores}
      known={known}
      now={new Date(`2026-11-20T22:00:0${second}Z`)}
      sold={(storeId) => <b>{storeId}</b>}
    />
  </RouterContextProvider>
)

test('an event of one store changes nodes of its own front and of no other', async () => {
  const before = Array.from({ length: 12 }, (_, place) => storeNow(place, 1))
  const { container, rerender } = render(street(before, 0))
  const fronts = [...container.querySelectorAll('li')]
  expect(fronts).toHaveLength(12)
  const seen: MutationRecord[] = []
  const observer = new MutationObserver((records) => seen.push(...records))
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  // A new reply: every store is another object in it, and one has another order.
  await act(async () =>
    rerender(
      street(
        before.map((_, place) => storeNow(place, place === 7 ? 2 : 1)),
        1,
      ),
    ),
  )
  seen.push(...observer.takeRecords())
  observer.disconnect()
  const touched = new Set(seen.map(({ target }) => fronts.findIndex((front) => front.contains(target))))
  expect([...touched]).toEqual([7])
  expect(fronts[7]?.textContent).toMatch(/2\sno\spreparo/)
  expect([...container.querySelectorAll('li')]).toEqual(fronts)
})
