import { expect, test } from 'vitest'
import { labelsOn, linesOn, type Ground } from './ground.rules.ts'
import type { Plane } from './plane.rules.ts'

const plane: Plane = { centre: { lat: -23.55, lng: -46.63 }, metresPerPixel: 5, width: 600, height: 400 }
const at = (lat: number, lng: number) => ({ lat: -23.55 + lat, lng: -46.63 + lng })
const district = (name: string, place: { lat: number; lng: number } | null, orders = 9) => ({
  name,
  orders,
  feeCents: 0,
  at: place,
})
const street = (name: string, from: { lat: number; lng: number }, to: { lat: number; lng: number }) => ({
  name,
  from,
  to,
  orders: 9,
})
const ground = (given: Partial<Ground>): Ground => ({ streets: [], districts: [], ...given })

test('a district is named at the middle of its orders, and not where it has none', () => {
  const districts = [district('Lapa', at(0, 0)), district('Sem ponto', null)]
  expect(labelsOn(plane, ground({ districts }), null)).toEqual([
    { name: 'Lapa', kind: 'district', x: 300, y: 200, turn: 0 },
  ])
})

test('a name has room or is left out, those of most orders first', () => {
  const districts = [
    district('Pinheiros', at(0, 0)),
    district('Sumarezinho', at(0.0001, 0.0002)),
    district('Jaguaré', at(0.0002, 0)),
  ]
  expect(labelsOn(plane, ground({ districts }), null).map(({ name }) => name)).toEqual([
    'Pinheiros',
    'Sumarezinho',
  ])
})

test('a name over the store moves below it', () => {
  const districts = [district('Lapa', at(0, 0))]
  expect(labelsOn(plane, ground({ districts }), at(0, 0))).toMatchObject([{ name: 'Lapa', x: 300, y: 234 }])
})

test('from far away there are no streets, because no name would fit', () => {
  const far = { ...plane, metresPerPixel: 33 }
  const streets = [street('Rua Harmonia', at(0, -0.02), at(0, 0.02))]
  expect(linesOn(far, ground({ streets }))).toEqual([])
  expect(labelsOn(far, ground({ streets }), null)).toEqual([])
})

test('where all areas fit, every street is drawn and the busiest twelve are named', () => {
  const opened = { ...plane, metresPerPixel: 23 }
  const streets = Array.from({ length: 14 }, (_, index) => {
    const north = (index - 7) * 0.005
    return street(`Rua ${index + 1}`, at(north, -0.004), at(north, 0.004))
  })
  expect(linesOn(opened, ground({ streets }))).toHaveLength(14)
  expect(labelsOn(opened, ground({ streets }), null).map(({ name }) => name)).toEqual(
    streets.slice(0, 12).map(({ name }) => name),
  )
})

test('a street is drawn, and named along its line where the name has room', () => {
  const long = street('Rua Harmonia', at(0.002, -0.004), at(0.002, 0.004))
  const short = street('Rua das Jabuticabeiras', at(-0.004, 0), at(-0.004, 0.0005))
  const shown = ground({ streets: [long, short] })
  expect(linesOn(plane, shown).map(({ name }) => name)).toEqual(['Rua Harmonia', 'Rua das Jabuticabeiras'])
  expect(labelsOn(plane, shown, null).map(({ name, turn }) => [name, turn])).toEqual([['Rua Harmonia', 0]])
})

test('no name is upside down, in either direction of the street', () => {
  const streets = [street('Rua Augusta', at(0.004, 0.004), at(-0.004, -0.004))]
  const [label] = labelsOn(plane, ground({ streets }), null)
  expect(Math.abs(label?.turn ?? 180)).toBeLessThanOrEqual(90)
})

test('the rest, outside the picture, is left out', () => {
  const streets = [street('Rua Longe', at(1, 1), at(1, 1.01))]
  expect(linesOn(plane, ground({ streets, districts: [district('Longe', at(1, 1))] }))).toEqual([])
  expect(labelsOn(plane, ground({ streets, districts: [district('Longe', at(1, 1))] }), null)).toEqual([])
})
