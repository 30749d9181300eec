import { expect, test } from 'vitest'
import { signIn } from './identity.ts'

const messagesFor = (password: string): readonly string[] =>
  signIn.body
    ?.safeParse({ email: 'dona@balcao.example', password })
    .error?.issues.map((one) => one.message) ?? []

test('a sign-in without a password asks for it', () => {
  expect(messagesFor('')).toEqual(['Informe a senha.'])
})

test('a sign-in with a password longer than any can be says so, instead of asking for it', () => {
  expect(messagesFor('a'.repeat(4_096))).toEqual([])
  expect(messagesFor('a'.repeat(4_097))).toEqual(['A senha tem no máximo 4.096 caracteres.'])
})
