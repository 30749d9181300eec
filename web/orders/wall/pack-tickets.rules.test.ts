import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesBetween, packTickets, type Packed, type Ticket } from './pack-tickets.rules.ts'

const room = { columns: 5, height: 900, gap: 12 }
const ticket = (id: string, ...dishes: number[][]): Ticket => ({
  id,
  head: 100,
  headAgain: 60,
  blocks: dishes.map((lines) => ({ lines, again: lines[0] ?? 0 })),
  foot: 60,
  footOn: 40,
})
const dishes = (count: number) => Array.from({ length: count }, () => [40])
const shape = ({ columns }: Packed) => columns.map((parts) => parts.map(({ id }) => id).join(' '))

describe('the wall', () => {
  test('fills a column from the oldest on, then the next', () => {
    const packed = packTickets(
      [
        ticket('a', ...dishes(4)),
        ticket('b', ...dishes(9)),
        ticket('c', ...dishes(8)),
        ticket('d', ...dishes(1)),
      ],
      room,
    )
    expect(shape(packed)).toEqual(['a b', 'c d', '', '', ''])
  })

  test('continues a ticket that does not fit, so that no column ends half empty', () => {
    const tickets = Array.from({ length: 14 }, (_, index) => ticket(`${index}`, ...dishes(4)))
    const packed = packTickets(tickets, room)
    expect(shape(packed)).toEqual(['0 1 2', '2 3 4', '5 6 7', '7 8 9', '10 11'])
    expect(packed.waiting).toEqual(['12', '13'])
  })

  test('while there is room for all, keeps each ticket whole and begins a column with one that does not fit', () => {
    const tickets = Array.from({ length: 5 }, (_, index) => ticket(`${index}`, ...dishes(9)))
    expect(shape(packTickets(tickets, room))).toEqual(['0', '1', '2', '3', '4'])
    const oneMore = packTickets([...tickets, ticket('5', ...dishes(9))], room)
    expect(shape(oneMore)).toEqual(['0 1', '1 2', '3 4', '4 5', ''])
  })

  test('begins no ticket below another with a note alone, nor with half a dish', () => {
    const note = { lines: [40], again: 0 }
    const noted = {
      ...ticket('nota', ...dishes(8)),
      blocks: [note, note, ...ticket('', [200], [200]).blocks],
    }
    expect(shape(packTickets([ticket('a', ...dishes(11)), noted], room))).toEqual(['a', 'nota', '', '', ''])
  })

  test('divides a ticket between its dishes, and it ends in the next column', () => {
    const tickets = [ticket('a', ...dishes(10)), ticket('b', ...dishes(14)), ticket('c', ...dishes(5))]
    const packed = packTickets(tickets, { ...room, columns: 2 })
    expect(shape(packed)).toEqual(['a b', 'b c'])
    const [, first] = packed.columns[0] ?? []
    const [second] = packed.columns[1] ?? []
    expect(first).toMatchObject({ begins: true, ends: false, to: { line: 0 } })
    expect(second).toMatchObject({ begins: false, ends: true, from: first?.to })
  })

  test('divides a dish only if no column can hold it, and never after its name alone', () => {
    const packed = packTickets([ticket('a', [40], [30, ...Array.from({ length: 40 }, () => 35)])], room)
    const parts = packed.columns.flat()
    expect(parts.map(({ from }) => from)).toEqual([
      { block: 0, line: 0 },
      { block: 1, line: 20 },
    ])
  })

  test('shows the oldest: where one has no place, no younger one has', () => {
    const tickets = [
      ...Array.from({ length: 5 }, (_, index) => ticket(`alto ${index}`, ...dishes(18))),
      ticket('sem lugar', ...dishes(9)),
      ticket('pequeno', [40]),
    ]
    expect(packTickets(tickets, room).waiting).toEqual(['sem lugar', 'pequeno'])
  })

  test('shows an order larger than itself page by page, before any other', () => {
    const tickets = [ticket('festa', ...dishes(200)), ticket('b', [40])]
    const pages = [0, 1, 2].map((page) => packTickets(tickets, room, page))
    expect(pages.map(({ pages: all }) => all)).toEqual([3, 3, 3])
    expect(pages[0]?.waiting).toEqual(['b'])
    const cuts = pages.flatMap(({ columns }) => columns.flat())
    expect(cuts.at(-1)?.ends).toBe(true)
    for (const [index, part] of cuts.slice(1).entries()) expect(part.from).toEqual(cuts[index]?.to)
  })
})

const lines = fc.array(fc.integer({ min: 20, max: 260 }), { minLength: 1, maxLength: 12 })
const anyTicket = fc.record({
  head: fc.integer({ min: 60, max: 140 }),
  headAgain: fc.integer({ min: 40, max: 420 }),
  blocks: fc.array(
    fc
      .tuple(lines, fc.boolean())
      .map(([all, isDish]) => ({ lines: all, again: isDish ? Math.min(90, all[0] ?? 0) : 0 })),
    { minLength: 1, maxLength: 20 },
  ),
  foot: fc.integer({ min: 40, max: 90 }),
  footOn: fc.integer({ min: 20, max: 40 }),
})
const anyTickets = fc
  .array(anyTicket, { maxLength: 16 })
  .map((all) => all.map((one, index): Ticket => ({ ...one, id: `t${index}` })))

test('whatever the tickets are, they stand by age, down each column and then down the next', () => {
  fc.assert(
    fc.property(anyTickets, fc.integer({ min: 1, max: 6 }), (tickets, columns) => {
      const packed = packTickets(tickets, { ...room, columns })
      const ages = packed.columns.flat().map(({ id }) => tickets.findIndex((one) => one.id === id))
      expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    }),
    { numRuns: 400 },
  )
})

test('whatever the tickets are, each line of those shown has one place, in order, inside its column', () => {
  fc.assert(
    fc.property(anyTickets, fc.integer({ min: 1, max: 6 }), (tickets, columns) => {
      const packed = packTickets(tickets, { ...room, columns })
      const shown = tickets.slice(0, tickets.length - packed.waiting.length)
      expect(packed.waiting).toEqual(tickets.slice(shown.length).map(({ id }) => id))
      for (const column of packed.columns) {
        const used = column.reduce((sum, part) => sum + room.gap + heightOf(tickets, part), -room.gap)
        expect(used).toBeLessThanOrEqual(room.height)
      }
      if (packed.pages > 1) return
      for (const { id, blocks } of shown) {
        const parts = packed.columns.flat().filter((part) => part.id === id)
        for (const [block, { lines: all }] of blocks.entries()) {
          const read = parts.flatMap(({ from, to }) => {
            const [first, last] = linesBetween(block, all.length, from, to)
            return Array.from({ length: last - first }, (_, index) => first + index)
          })
          expect(read).toEqual(all.map((_, index) => index))
        }
        expect(parts.filter(({ ends }) => ends)).toHaveLength(1)
      }
    }),
    { numRuns: 400 },
  )
})

function heightOf(
  tickets: readonly Ticket[],
  { id, from, to, begins, ends }: Packed['columns'][number][number],
): number {
  const found = tickets.find((one) => one.id === id)
  if (!found) return 0
  const between = found.blocks.reduce((sum, { lines: all, again }, block) => {
    const [first, last] = linesBetween(block, all.length, from, to)
    if (last <= first) return sum
    return sum + (first > 0 ? again : 0) + all.slice(first, last).reduce((total, height) => total + height, 0)
  }, 0)
  return (begins ? found.head : found.headAgain) + between + (ends ? found.foot : found.footOn)
}
