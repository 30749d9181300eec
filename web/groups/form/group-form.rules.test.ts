import { expect, test } from 'vitest'
import { isGroupSlug } from '../../../contract/shared/reserved-slugs.ts'
import { changeOf, differences, onto, otherSlugs, slugForName, slugTyped } from './group-form.rules.ts'

test.each([
  ['Família Prado', 'familia-prado'],
  ['  Açaí & Cia. do João ', 'acai-cia-do-joao'],
  ['Lojas', 'grupo-lojas'],
  ['Oi', 'grupo-oi'],
  ['🍕', ''],
  ['x'.repeat(200), 'x'.repeat(60)],
])('a group named “%s” is offered the address “%s”', (name, slug) => {
  expect(slugForName(name)).toBe(slug)
  if (slug) expect(isGroupSlug(slug)).toBe(true)
})

test.each([
  ['Sul ', 'sul-'],
  ['sul-', 'sul-'],
  ['sul-d', 'sul-d'],
  ['--sul', 'sul'],
  ['família/../etc', 'familia-etc'],
  ['__proto__', 'proto-'],
  ['‮grupo', 'grupo'],
  ['🍕', ''],
  ['', ''],
])('typing “%s” gives the address “%s”', (typed, slug) => {
  expect(slugTyped(typed)).toBe(slug)
})

test('a taken address is offered with a number, a reserved one with a word', () => {
  expect(otherSlugs('familia')[0]).toBe('familia-2')
  expect(otherSlugs('familia-2')[0]).toBe('familia-3')
  expect(otherSlugs('lojas')[0]).toBe('grupo-lojas')
  for (const slug of ['familia', 'lojas', 'a'.repeat(60), 'x'])
    for (const other of otherSlugs(slug)) expect([other, isGroupSlug(other)]).toEqual([other, true])
})

const draft = { name: 'Sul', slug: 'sul', storeIds: ['a', 'b'] }

test('a change sends only what was changed', () => {
  expect(changeOf(draft, draft)).toEqual({})
  expect(changeOf(draft, { ...draft, storeIds: ['b', 'a'] })).toEqual({})
  expect(changeOf(draft, { ...draft, name: 'Norte' })).toEqual({ name: 'Norte' })
  expect(changeOf(draft, { ...draft, slug: 'norte', storeIds: ['a'] })).toEqual({
    slug: 'norte',
    storeIds: ['a'],
  })
})

test('two drafts differ by field', () => {
  expect(differences(draft, { name: 'Norte', slug: 'sul', storeIds: ['a', 'c'] })).toEqual([
    'name',
    'storeIds',
  ])
})

test('saving over another person’s change keeps what I did not touch', () => {
  const theirs = { name: 'Centro', slug: 'centro', storeIds: ['a', 'b'] }
  expect(onto(theirs, draft, { ...draft, storeIds: ['a'] })).toEqual({ ...theirs, storeIds: ['a'] })
  expect(onto(theirs, draft, { ...draft, name: 'Norte' })).toEqual({ ...theirs, name: 'Norte' })
})
