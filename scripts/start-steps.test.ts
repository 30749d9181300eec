import { expect, test } from 'vitest'
import { DatabaseSetupError } from '../server/db/schema/app-role.ts'
import { triedTwice } from './start-steps.ts'

const never = new AbortController().signal

function failing(times: number, error: Error) {
  let tries = 0
  return {
    tries: () => tries,
    work: () => {
      tries += 1
      return tries <= times ? Promise.reject(error) : Promise.resolve('ready')
    },
  }
}

test('a step that fails on a slow machine is tried once more, and a line in Portuguese says so', async () => {
  const said: string[] = []
  const { work, tries } = failing(1, new Error('timeout exceeded when trying to connect'))
  expect(await triedTwice(work, never, (line) => said.push(line), 1)).toBe('ready')
  expect(tries()).toBe(2)
  expect(said.join()).toContain('O banco de dados não respondeu a tempo')
  expect(said.join()).toContain('Tentando mais uma vez')
})

test('a second failure ends the start, and a wrong setup is not tried again', async () => {
  const slow = failing(9, new Error('timeout'))
  await expect(triedTwice(slow.work, never, () => {}, 1)).rejects.toThrow('timeout')
  expect(slow.tries()).toBe(2)
  const wrong = failing(9, new DatabaseSetupError('Crie o papel.'))
  await expect(triedTwice(wrong.work, never, () => {}, 1)).rejects.toThrow('Crie o papel.')
  expect(wrong.tries()).toBe(1)
  const unreachable = failing(1, new DatabaseSetupError('Fora do ar.', { cause: new Error('timeout') }))
  expect(await triedTwice(unreachable.work, never, () => {}, 1)).toBe('ready')
})

test('nothing is tried again while everything is being stopped', async () => {
  const { work, tries } = failing(9, new Error('timeout'))
  await expect(triedTwice(work, AbortSignal.abort(), () => {}, 1)).rejects.toThrow('timeout')
  expect(tries()).toBe(1)
})
