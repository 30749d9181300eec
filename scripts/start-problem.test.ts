import { expect, test } from 'vitest'
import { DatabaseSetupError } from '../server/db/schema/app-role.ts'
import { PostgresStartError } from '../server/db/postgres/postmaster.ts'
import { startProblem } from './start-problem.ts'

test.each([
  [new Error('timeout exceeded when trying to connect'), 'O banco de dados não respondeu a tempo'],
  [new Error('Query read timeout'), 'O banco de dados não respondeu a tempo'],
  [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'não aceitou a conexão'],
  [new PostgresStartError('FATAL: could not write: No space left on device'), 'O disco está cheio'],
  [Object.assign(new Error('mkdir'), { code: 'EACCES' }), 'Faltou permissão'],
  [new Error('x is not a function'), 'O Balcão não iniciou'],
])('a start that fails says in Portuguese what to do: %s', (error, sentence) => {
  const said = startProblem(error)
  expect(said).toContain(sentence)
  expect(said).toContain('npm start')
})

test("a sentence of the product's own is not wrapped in another", () => {
  expect(startProblem(new DatabaseSetupError('Crie o papel balcao_app.'))).toBe('Crie o papel balcao_app.')
})
