import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { groupName } from '../groups/groups.ts'
import { personName } from '../identity/links.ts'
import { startFreeTier } from '../stores/stores.ts'

const taken = (name: string) =>
  [personName, groupName, startFreeTier.body?.shape.name ?? z.never()].map(
    (schema) => z.safeParse(schema, name).success,
  )

test.each([
  'Ana Souza',
  "Joana d'Arc",
  'Dr. Zé & Filhos',
  'Açaí 24h: o original',
  'Hortifruti.com',
  'Sabor & Cia. Ltda./SP',
  'Meio a meio 1/2',
  'Bar do Zé, nº 1.250/2',
  '名前',
  '👩‍🍳 Lia',
])('“%s” is a name', (name) => {
  expect(taken(name)).toEqual([true, true, true])
})

test.each([
  'evil.example/premio',
  'Clique bit.ly/x',
  'Ganhe em promo.com.br:8080/já',
  'Prêmio em loja.example?id=1',
  'Veja premio。example/x',
  '203.0.113.7 premia',
  'veja http://x.example',
  'www.x.example',
  'Ana\nSouza',
  'Ana\u0000',
  'Ana\u2029Lia',
  'Ana\u202e',
])('%j is no name of a person, group or store', (name) => {
  expect(taken(name)).toEqual([false, false, false])
})
