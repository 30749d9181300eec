import type { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { ChildTaskError } from '../children/child-pool.ts'
import { FilePool } from './file-pool.ts'
import type { ReportDocument, ReportRow } from './report-document.ts'

const pool = new FilePool({ children: 1, maxWaiting: 2, silentMs: 1_500 })
afterAll(() => pool.close())

const columns = [
  { label: 'Loja', kind: 'text' },
  { label: 'Líquido', kind: 'cents' },
] as const

const report = (
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>,
  metadata: readonly string[] = [],
): ReportDocument => ({
  name: 'vendas',
  title: 'Vendas',
  metadata,
  sections: [{ title: 'Por loja', columns, rows }],
})

const lines = (count: number): ReportRow[] =>
  Array.from({ length: count }, (_none, index) => [`Loja ${index}`, index])
/** Takes the PDF minutes to break into lines. */
const endless = () => Array.from({ length: 200_000 }, () => 'palavra '.repeat(30))

async function text(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A child that starts on a busy machine takes seconds. */
const patience = { timeout: 20_000 }

test('a file made in a child process holds every row in its order', async () => {
  const csv = await text(pool.make(report(lines(1_000)), 'csv'))
  const read = csv.trim().split('\r\n')
  expect(read).toHaveLength(1_001)
  expect(read[1]).toBe('Loja 0;0,00')
  expect(read.at(-1)).toBe('Loja 999;9,99')
})

test('calls are answered while a child works, and a file that takes too long is ended without harming the next', async () => {
  let turns = 0
  const turning = setInterval(() => (turns += 1), 20)
  await expect(text(pool.make(report(lines(1), endless()), 'pdf'))).rejects.toThrow('takes too long')
  clearInterval(turning)
  expect(turns).toBeGreaterThan(20)
  expect(await text(pool.make(report(lines(1)), 'csv'))).toContain('Loja 0')
})

test('a file that needs too much memory ends alone', async () => {
  const small = new FilePool({ children: 1, heapMb: 64 })
  const wide = Array.from({ length: 200 }, (_none, index) => ({
    label: `Nome ${index}`,
    kind: 'text' as const,
  }))
  const rows = Array.from({ length: 1_500 }, (_none, row) =>
    wide.map((_column, index) => `${row} ${index}`.padEnd(600)),
  )
  const large = { ...report([]), sections: [{ title: 'Nomes', columns: wide, rows }] }
  await expect(text(small.make(large, 'pdf'))).rejects.toThrow(ChildTaskError)
  expect(await text(small.make(report(lines(1)), 'csv'))).toContain('Loja 0')
  await small.close()
})

test('a failing read aborts the file, and reading stops when the client is gone', async () => {
  async function* failing(): AsyncGenerator<ReportRow> {
    yield ['Loja', 1]
    await Promise.resolve()
    throw new Error('the database went away')
  }
  await expect(text(pool.make(report(failing()), 'csv'))).rejects.toThrow('the database went away')

  let read = 0
  let ended = false
  async function* many(): AsyncGenerator<ReportRow> {
    try {
      for (; ; read += 1) {
        if (read % 100 === 0) await new Promise(setImmediate)
        yield ['Loja', read]
      }
    } finally {
      ended = true
    }
  }
  for await (const _chunk of pool.make(report(many()), 'csv')) break
  const readWhenGone = read
  await expect.poll(() => ended, patience).toBe(true)
  expect(read).toBeLessThan(readWhenGone + 1_000)
})

test('a client that takes nothing holds a child for a limited time', async () => {
  const impatient = new FilePool({ children: 1, unreadMs: 300 })
  const unread = impatient.make(report(lines(400_000)), 'csv')
  const failure = new Promise<Error>((resolve) => unread.once('error', resolve))
  unread.once('readable', () => {})
  expect((await failure).message).toContain('takes no bytes')
  await impatient.close()
})

test('when too many files wait, the next one is rejected at once', async () => {
  const making = [1, 2, 3].map(() => pool.make(report(lines(1), endless()), 'pdf'))
  for (const file of making) file.on('error', () => {})
  expect(() => pool.make(report(lines(1)), 'csv')).toThrow('server/overloaded')
  for (const file of making) file.destroy()
  await expect.poll(() => text(pool.make(report(lines(1)), 'csv')), patience).toContain('Loja 0')
})
