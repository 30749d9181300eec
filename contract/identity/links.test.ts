import { expect, test } from 'vitest'
import { createAccount } from './links.ts'

const faultsOf = (name: string) => {
  const checked = createAccount.body?.safeParse({ email: 'ana@balcao.example', name })
  return checked?.error?.issues.map(({ message }) => message) ?? []
}

test('a name that is missing is asked for, and one of a single letter is too short', () => {
  expect([faultsOf(''), faultsOf('   ')]).toEqual([['Informe o nome.'], ['Informe o nome.']])
  expect(faultsOf('x')).toEqual(['Curto demais: escreva pelo menos 2 letras.'])
  expect(faultsOf('Jô')).toEqual([])
})
