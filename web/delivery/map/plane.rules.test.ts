import { expect, test } from 'vitest'
import { onPlane, planeAround } from './plane.rules.ts'

test('the first view holds the whole ring around the store, however far a drawing pulls it away', () => {
  const store = { lat: -23.55, lng: -46.65 }
  const size = { width: 500, height: 520 }
  const plane = planeAround([{ lat: -23.5, lng: -46.69 }, store], store, 3_000, size)
  for (const lat of [store.lat - 3_000 / 111_195, store.lat + 3_000 / 111_195]) {
    const [x, y] = onPlane(plane, { lat, lng: store.lng })
    expect(x > 0 && x < size.width && y > 0 && y < size.height, `${x} ${y}`).toBe(true)
  }
})
