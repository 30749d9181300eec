import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserFilesFor, browserFilesOf } from './browser-files.ts'
import { root } from './steps.ts'

const sides = ['web', 'server', 'contract']
const wings = ['agent', 'demo', 'simulator']
const rows = Object.entries(browserFilesOf)

test('every browser file belongs to a room', () => {
  const named = new Set(rows.flatMap(([, files]) => files))
  const files = globSync('e2e/{,wall/}*.e2e.ts', { cwd: root }).map((file) =>
    file.slice(4, -'.e2e.ts'.length),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !named.has(file))).toEqual([])
})

test('every row names a room and browser files that exist', () => {
  const exists = (room: string) =>
    wings.includes(room) || sides.some((side) => existsSync(join(root, side, room)))
  expect(rows.map(([room]) => room).filter((room) => !exists(room))).toEqual([])
  const files = rows.flatMap(([room, names]) => names.map((name) => `${room}: e2e/${name}.e2e.ts`))
  expect(files.filter((file) => !existsSync(join(root, file.split(': ')[1] ?? '')))).toEqual([])
})

test('every room has a row', () => {
  const rooms = sides.flatMap((side) =>
    readdirSync(join(root, side), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    ),
  )
  expect([...new Set(rooms)].filter((room) => !browserFilesOf[room])).toEqual([])
})

test('a change calls for the browser files of its room, of a test none, of a helper those that use it', () => {
  expect(browserFilesFor(['web/whatsapp/inbox.tsx', 'server/whatsapp/line/lines.ts'])).toEqual([
    'e2e/whatsapp.e2e.ts',
  ])
  expect(
    browserFilesFor(['server/orders/orders.db.test.ts', 'server/orders/testing/orders.ts', 'docs/design.md']),
  ).toEqual([])
  expect(browserFilesFor(['e2e/audit.e2e.ts'])).toEqual(['e2e/audit.e2e.ts'])
  expect(browserFilesFor(['e2e/jobs/hands.ts'])).toContain('e2e/keyboard.e2e.ts')
  expect(browserFilesFor(['web/main.tsx'])).toContain('e2e/panel.e2e.ts')
})
