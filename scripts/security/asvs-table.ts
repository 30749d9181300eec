/** The names of a file's tests (test-names.ts); null where there is no such file. */
type TestsOf = (file: string) => readonly string[] | null

/** What a page of docs/security names as `file` › test that is not there, a sentence each. */
export function unknownTests(document: string, testsOf: TestsOf): readonly string[] {
  return [...document.matchAll(/`([^`\s]+)` › (.+?)(?=<br>| \||$)/gm)].flatMap(([, file = '', name = '']) => {
    const tests = testsOf(file)
    if (!tests) return [`no file ${file}`]
    return tests.includes(name) ? [] : [`${file} has no test “${name}”`]
  })
}

const states = ['met', 'does not apply', 'not met'] as const
const cellsOf = (line: string): readonly string[] =>
  line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))

/** What is wrong with the rows of docs/security/asvs.md, and with the counts above them, a sentence each. */
export function tableProblems(document: string): readonly string[] {
  const rows = document.split('\n').filter((line) => /^\| \d/.test(line))
  const numbers = rows.map((row) => cellsOf(row)[0] ?? '')
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  return [
    ...twice.map((number) => `${number} is there twice`),
    ...rows.flatMap(rowProblems),
    ...countProblems(document, rows),
  ]
}

function rowProblems(row: string): readonly string[] {
  const [number = '', , state, shown = '', ...more] = cellsOf(row)
  if (more.length > 0) return [`${number} has more than four cells`]
  if (!states.some((one) => one === state)) return [`${number} has no state`]
  if (state !== 'met') return shown.endsWith('.') ? [] : [`${number} gives no reason in a sentence`]
  return shown.split('<br>').every((one) => /^`[^`]+`/.test(one)) ? [] : [`${number} is shown by no file`]
}

function countProblems(document: string, rows: readonly string[]): readonly string[] {
  const counted = states.map((state) => rows.filter((row) => cellsOf(row)[2] === state).length)
  const [met, apart, open] = counted.map(String)
  const right = `${rows.length} requirements: ${met} met, ${apart} that do not apply, ${open} not met`
  return document.includes(right) ? [] : [`the counts at the head are not “${right}”`]
}
