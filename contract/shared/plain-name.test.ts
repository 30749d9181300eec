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
  '名前',
  '👩‍🍳 Lia',
])('“%s” is a name', (name) => {
  expect(taken(name)).toEqual([true, true, true])
})

test.each(['veja http://x.example', 'www.x.example', 'Ana\nSouza', 'Ana\u0000', 'Ana\u2029Lia', 'Ana\u202e'])(
  '%j is no name of a person, group or store',
  (name) => {
    expect(taken(name)).toEqual([false, false, false])
  },
)
