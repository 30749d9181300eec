import { expect, test } from 'vitest'
import { roomsTables, unexplained } from './rooms-tables.ts'

const wings = {
  contract: ['orders', 'menu', 'shared'],
  server: ['orders', 'db', 'testing'],
  web: ['orders', 'menu', 'ui'],
}

const tables = `| Room | contract | server | web | Holds |
| --- | --- | --- | --- | --- |
| menu | ✓ | – | ✓ | dishes |
| orders | ✓ | ✓ | ✓ | the board |

| Folder of one side | Holds |
| --- | --- |
| \`server/db\` | pools |
| \`web/ui\` | buttons |`

test('a room is a folder of the contract, with the sides that it has', () => {
  expect(roomsTables(tables, wings)).toBe(tables)
  expect(unexplained(tables)).toEqual([])
})

test('a folder that is new gets a row that asks for a line', () => {
  const grown = roomsTables(tables, {
    contract: [...wings.contract, 'ads'],
    server: [...wings.server, 'ads', 'worker'],
    web: wings.web,
  })
  expect(grown).toContain('| ads | ✓ | ✓ | – |  |')
  expect(unexplained(grown)).toEqual(['ads', '`server/worker`'])
})

test('a folder that went away takes its row along', () => {
  expect(roomsTables(tables, { ...wings, web: ['orders', 'menu'] })).not.toContain('web/ui')
})
