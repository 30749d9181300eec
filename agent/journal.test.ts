import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const day = 24 * 3_600_000
const file = () => join(folder, 'loja.jsonl')
const entry = (job: string, step: 'started' | 'printed', at = day) => ({ job, turn: 1, step, at })

test('printed tickets survive a crash and are reported once', () => {
  const before = openJournal(file(), day)
  before.write(entry('a', 'started'))
  before.write(entry('a', 'printed'))
  before.write(entry('b', 'started'))
  before.write({ ...entry('c', 'printed'), told: true })
  // Not closed, as if the process had been killed.
  const after = openJournal(file(), day)
  expect(after.find('a', 1)?.step).toBe('printed')
  expect(after.find('b', 1)?.step).toBe('started')
  expect(after.find('a', 2)).toBeNull()
  expect(after.unreported().map((one) => one.job)).toEqual(['a'])
})

test('a line truncated by a crash is ignored and the other lines are kept', () => {
  openJournal(file(), day).write(entry('a', 'printed'))
  appendFileSync(file(), '{"job":"b","tur')
  const after = openJournal(file(), day)
  expect(after.find('a', 1)).not.toBeNull()
  expect(after.find('b', 1)).toBeNull()
  after.write(entry('c', 'printed'))
  expect(openJournal(file(), day).find('c', 1)?.step).toBe('printed')
})

test('entries are deleted after a week', () => {
  openJournal(file(), day).write(entry('a', 'printed'))
  expect(openJournal(file(), 9 * day).find('a', 1)).toBeNull()
})
