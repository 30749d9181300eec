import { expect, test } from 'vitest'
import { afterForeignSave, changesBetween, type DraftWords } from './draft.rules.ts'

const words: DraftWords<{ minutes: string; limit: string; footer: string }> = {
  minutes: { label: 'Tempo de preparo', unit: 'min', show: (text) => (text === '' ? 'o de sempre' : text) },
  limit: { label: 'Limite', show: (text) => (text === '' ? 'sem limite' : `R$ ${text}`) },
  footer: { label: 'Frase da via' },
}
const saved = { minutes: '25', limit: '', footer: 'Obrigado' }
const texts = (after: typeof saved) =>
  changesBetween(saved, after, words).map(({ text }) => text.replaceAll('\u00a0', ' '))

test('an unchanged form has no changes', () => expect(texts({ ...saved })).toEqual([]))

test('each change says the field, what it was and what it becomes, with the unit once', () => {
  expect(texts({ minutes: '30', limit: '150,00', footer: '' })).toEqual([
    'Tempo de preparo: 25 → 30 min',
    'Limite: sem limite → R$ 150,00',
    'Frase da via: Obrigado → vazio',
  ])
  expect(texts({ ...saved, minutes: '' })).toEqual(['Tempo de preparo: 25 min → o de sempre'])
})

test('after somebody else’s save, untouched fields follow and typed ones stay', () => {
  const mine = { ...saved, footer: 'Bom apetite' }
  expect(afterForeignSave(saved, mine, { ...saved, minutes: '40' }, words)).toEqual({
    values: { minutes: '40', limit: '', footer: 'Bom apetite' },
    conflicts: [],
  })
})

test('a field changed on both sides is named with both values', () => {
  const { values, conflicts } = afterForeignSave(
    saved,
    { ...saved, minutes: '30' },
    { ...saved, minutes: '40' },
    words,
  )
  expect(values.minutes).toBe('30')
  expect(conflicts).toEqual([
    { name: 'minutes', label: 'Tempo de preparo', theirs: '40\u00a0min', mine: '30\u00a0min' },
  ])
})

test('the same change by two people is no conflict', () => {
  const both = { ...saved, minutes: '30' }
  expect(afterForeignSave(saved, both, both, words)).toEqual({ values: both, conflicts: [] })
})
