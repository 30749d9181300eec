import { expect, test } from 'vitest'
import { replyLimit } from '../../contract/reviews/reviews.ts'
import { replyTemplates } from './reply-templates.rules.ts'

test('a low score begins with an apology, a high one with thanks', () => {
  const labels = (score: number) =>
    replyTemplates({ score, dish: 'Picanha', delay: null }).map(({ label }) => label)
  expect(labels(2)).toEqual(['Pedir desculpa', 'Agradecer'])
  expect(labels(4)).toEqual(['Agradecer', 'Pedir desculpa'])
})

test('the dish and the delay are of this order, and a delay is explained only where there was one', () => {
  const late = replyTemplates({ score: 2, dish: 'Picanha', delay: 22 })
  expect(late.find(({ label }) => label === 'Explicar o atraso')?.text).toBe(
    'Sentimos pela demora: o seu pedido de Picanha chegou 22\u00a0min depois do prometido. A espera não foi culpa sua.',
  )
  expect(late.every(({ text }) => text.includes('Picanha'))).toBe(true)
})

test('every template is a whole reply that the channel takes', () => {
  for (const score of [1, 2, 3, 4, 5])
    for (const { text } of replyTemplates({ score, dish: 'x'.repeat(200), delay: 90 }))
      expect(text.length).toBeLessThanOrEqual(replyLimit)
})
