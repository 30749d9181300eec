import { expect, test } from 'vitest'
import { reasonIn, mentionsAllergy, wantsPerson } from './person-reason.rules.ts'

test.each([
  ['Oi! O temaki leva gergelim? Minha filha tem ALERGIA', 'allergy'],
  ['sou alérgica a camarão', 'allergy'],
  ['tem opção p/ celíaco?', 'allergy'],
  ['intolerante a lactose', 'allergy'],
  ['Absurdo! Minha filha tem alergia', 'allergy'],
  ['Meu pedido não chegou!!', 'order'],
  ['veio errado\nque vergonha', 'order'],
  ['vou no Procon', 'complaint'],
  ['quero falar com uma pessoa', 'asked'],
])('"%s" goes to a person: %s', (text, reason) => {
  expect([wantsPerson(text), reasonIn(text)]).toEqual([true, reason])
})

test.each(['quero 2 calabresas', 'energia', 'alegria', 'uma pessoa só', 'Cadê meu pedido???', ''])(
  '"%s" goes to nobody',
  (text) => {
    expect([wantsPerson(text), mentionsAllergy(text)]).toEqual([false, false])
  },
)

test('a customer who writes "atendente" asks for a person', () => {
  expect(reasonIn('atendente')).toBe('asked')
})
