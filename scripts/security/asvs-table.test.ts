import { describe, expect, test } from 'vitest'
import { tableProblems, unknownTests } from './asvs-table.ts'
import { testNamesIn } from './test-names.ts'

const page = (rows: readonly string[], counts = '1 met, 1 that do not apply, 1 not met') =>
  `# ASVS\n\n${rows.length} requirements: ${counts}.\n\n| No. | Asked | State | Shown by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`

const met = '| 1.2.4 | queries have parameters | met | `a.test.ts` › a › one<br>`b.ts`: a note |'
const apart = '| 1.2.6 | no LDAP injection | does not apply | No LDAP is used. |'
const open = '| 3.4.6 | no frames | not met | Files have no policy. |'

describe('the table of requirements', () => {
  test('is right when each row has a state, what shows it, and is counted', () => {
    expect(tableProblems(page([met, apart, open]))).toEqual([])
  })

  test('counts its rows at its head', () => {
    expect(tableProblems(page([met, open], '1 met, 1 that do not apply, 1 not met'))).toEqual([
      'the counts at the head are not “2 requirements: 1 met, 0 that do not apply, 1 not met”',
    ])
  })

  test.each([
    ['no state', '| 1.2.4 | queries |  | `a.ts` |', '1.2.4 has no state'],
    ['a state of its own', '| 1.2.4 | queries | passed | `a.ts` |', '1.2.4 has no state'],
    ['nothing that shows it', '| 1.2.4 | queries | met | We looked. |', '1.2.4 is shown by no file'],
    ['no reason', '| 1.2.6 | LDAP | does not apply |  |', '1.2.6 gives no reason in a sentence'],
    ['five cells', '| 1.2.4 | a | b | met | `a.ts` |', '1.2.4 has more than four cells'],
  ])('refuses a row with %s', (_what, row, problem) => {
    expect(tableProblems(page([row]))).toContain(problem)
  })

  test('has each number once', () => {
    expect(tableProblems(page([met, met]))).toContain('1.2.4 is there twice')
  })
})

describe('a test that a page names', () => {
  const testsOf = (file: string) => (file === 'a.test.ts' ? ['a › one', 'two'] : null)

  test('exists with exactly that name in that file', () => {
    const named = '| 1 | x | met | `a.test.ts` › a › one<br>`a.test.ts` › two |\nand `a.test.ts` › two'
    expect(unknownTests(named, testsOf)).toEqual([])
  })

  test('is missing when its name or its file is another', () => {
    const named = '| 1 | x | met | `a.test.ts` › one<br>`b.test.ts` › two<br>`a.test.ts` › two of them |'
    expect(unknownTests(named, testsOf)).toEqual([
      'a.test.ts has no test “one”',
      'no file b.test.ts',
      'a.test.ts has no test “two of them”',
    ])
  })
})

test('the name of a test has the titles around it; a skipped test has none', () => {
  const source = `
    test('alone', () => {})
    describe('outside', () => {
      test.each([['%s']])('is %s', () => {})
      test.runIf(true)(\`of \${route.name}\`, () => {})
      describe.for(kinds)('inside', () => { it('one', () => {}) })
      test.skip('later', () => {})
    })
    describe.skip('never', () => { test('this', () => {}) })
    expect(test.name).toBe('no test')`
  expect(testNamesIn(source)).toEqual([
    'alone',
    'outside › is %s',
    'outside › of ${route.name}',
    'outside › inside › one',
  ])
})
