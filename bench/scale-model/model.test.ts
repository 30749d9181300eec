import { expect, test } from 'vitest'
import { shapeFor, type OrderCost } from './model.ts'

const cost: OrderCost = {
  postgresMs: 30,
  apiMs: 25,
  workerMs: 1,
  statements: 124,
  walBytes: 20_000,
  walBytesAfterCheckpoint: 50_000,
  keptBytes: 6_000,
}

test('a thousand stores are one cell, at 26 orders a second in the busiest minute of a Friday', () => {
  expect(shapeFor(1_000, cost, 1.05)).toMatchObject({
    cells: 1,
    postgresMachines: 3,
    coresOfACell: 4,
    apiProcesses: 3,
    workerProcesses: 2,
    walADay: 15e9,
    speedUp: 1,
  })
  expect(shapeFor(1_000, cost, 1.05).ordersASecond).toBeCloseTo(26)
})

test('a hundred thousand stores are forty cells, each with its own processes', () => {
  const shape = shapeFor(100_000, cost, 1.05)
  expect(shape).toMatchObject({ cells: 40, postgresMachines: 120, coresOfACell: 9 })
  expect(shape.apiProcesses % 40).toBe(0)
  expect(shape.connectionsOfACell).toBeLessThan(200)
})

test('what an order costs more over two cells makes the whole that much slower, and nothing makes it faster than its cells', () => {
  expect(shapeFor(10_000, cost, 1.25).speedUp).toBeCloseTo(4 / 1.25)
  expect(shapeFor(10_000, cost, 0.9).speedUp).toBe(4)
})
