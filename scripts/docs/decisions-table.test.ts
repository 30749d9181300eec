import { expect, test } from 'vitest'
import { decisionProblems } from './decisions-table.ts'

const page = `- Numbers that were reserved and never used: 2, 3.

| No. | Decision | Status |
| --- | --- | --- |
| [1](0001-one.md) | One | accepted |
| [4](0004-four.md) | Four | accepted |
`

test('decisions in order, with their gaps named, are right', () => {
  expect(decisionProblems(page, ['0001-one.md', '0004-four.md'])).toEqual([])
})

test('a file without a row, a row out of order and a silent gap are named', () => {
  const grown = `${page}| [7](0007-seven.md) | Seven | accepted |\n| [5](0005-five.md) | Five | accepted |\n`
  expect(decisionProblems(grown, ['0001-one.md', '0008-eight.md'])).toEqual([
    'docs/adr/README.md lacks 0008-eight.md',
    'docs/adr/README.md: 5 is out of order',
    'docs/adr/README.md: 6 is neither listed nor named as never used',
  ])
})
