import { expect, test } from 'vitest'
import { figureProblems } from './figures-table.ts'

const known = { parts: ['intake', 'board'], scripts: ['bench', 'faults'] }
const row = (goal: string, part: string) => `| ${goal} | ≤ 1 | 0.5 | 4266a4d | ${part} |`

test('goals with a command that exists, or with none, are right', () => {
  const page = [
    row('Intake', '`intake`'),
    row('Kills', '`npm run faults -- --only=messages`'),
    row('Old', '–'),
  ]
  expect(figureProblems(page.join('\n'), known)).toEqual([])
})

test('a command that does not exist and a cell that is a story are named', () => {
  const page = [row('Intake', '`intakes`'), row('Kills', '`npm run kills`'), row('a'.repeat(131), '`board`')]
  expect(figureProblems(page.join('\n'), known)).toEqual([
    `docs/figures.md: a cell of 131 characters: “${'a'.repeat(40)}…”`,
    'docs/figures.md: npm run bench has no part intakes',
    'docs/figures.md: no npm run kills',
  ])
})
