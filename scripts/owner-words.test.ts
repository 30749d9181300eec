import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { wordProblems } from './owner-words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each([
  ["const a = 'Até 10% de desconto.'", 'a no-break space before %'],
  ['const a = `${share}% acima`', 'a no-break space before %'],
  ['const a = <p>{minutes} de 40 min</p>', 'a no-break space before the unit'],
  ['const a = <span>+{minutes} min</span>', 'a no-break space before the unit'],
  ['const a = `há ${n} min`', 'a no-break space before the unit'],
  ['const a = `há ${n} h`', 'a no-break space before the unit'],
  ["const a = 'Até R$ 10 mil.'", 'a no-break space after R$'],
  ["const a = 'Salvando...'", 'one sign … instead of three dots'],
])('%s breaks a rule', (source, rule) => {
  expect(wordProblems(source).map((one) => one.rule)).toContain(rule)
})

test.each([
  ["const a = 'Até 10\\u00a0% de desconto.'"],
  ['const a = { width: `${part}%` }'],
  ['const a = sql`select 5 % 2, ${n} h`'],
  ["const a = 'São 3 horas e 5 minutos.'"],
])('%s breaks none', (source) => {
  expect(wordProblems(source)).toEqual([])
})

test('every sentence that the product says keeps the rules of its words', () => {
  const files = globSync('{web,server,contract,agent}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\.generated\.ts$/.test(file),
  )
  const problems = files.flatMap((file) =>
    wordProblems(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).map(
      ({ text, rule }) => `${file}: ${rule}: ${text}`,
    ),
  )
  expect(files.length).toBeGreaterThan(900)
  expect(problems).toEqual([])
})
