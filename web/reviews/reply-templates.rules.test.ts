import { expect, test } from 'vitest'
import { replyLimit } from '../../contract/reviews/reviews.ts'
import { replyTemplates, type ReplyFacts } from './reply-templates.rules.ts'

const facts: ReplyFacts = {
  score: 2,
  comment: null,
  tags: [],
  dishes: ['Água com gás', 'Picanha'],
  delay: null,
}
const textOf = (label: string, more: Partial<ReplyFacts>) =>
  replyTemplates({ ...facts, ...more }).find((one) => one.label === label)?.text

test('a low score begins with an apology, a high one with thanks', () => {
  const labels = (score: number) => replyTemplates({ ...facts, score }).map(({ label }) => label)
  expect(labels(2)).toEqual(['Pedir desculpa', 'Agradecer'])
  expect(labels(4)).toEqual(['Agradecer', 'Pedir desculpa'])
})

test('an apology answers what the customer complains of', () => {
  const apology = (comment: string | null, ...tags: readonly string[]) =>
    textOf('Pedir desculpa', { comment, tags })
  expect(apology('Chegou morno e bem atrasado.', 'Atraso')).toBe(
    'Sentimos muito pela demora e pela comida que não chegou quente. O erro com o seu pedido foi nosso, e vamos cuidar para não repetir.',
  )
  expect(apology('Veio sem o molho que pedi.', 'Item faltando')).toMatch(/^Sentimos muito pelo que faltou\. /)
  expect(apology('Esperava mais.')).toBe(
    'Sentimos muito que o seu pedido não tenha sido como você esperava. Vamos cuidar para acertar na próxima vez.',
  )
})

test('a dish is named only where the complaint names it', () => {
  const texts = (comment: string | null) =>
    replyTemplates({ ...facts, comment, delay: 22 }).map(({ text }) => text)
  for (const text of [...texts(null), ...texts('Chegou morno e bem atrasado.')])
    expect(text).not.toMatch(/Água|Picanha/)
  for (const text of texts('A picanha veio fria.')) {
    expect(text).toContain('o seu pedido de Picanha')
    expect(text).not.toContain('Água')
  }
})

test('the delay is of this order, and is explained only where there was one', () => {
  expect(textOf('Explicar o atraso', { delay: 22 })).toBe(
    'Sentimos pela demora: o seu pedido chegou 22\u00a0min depois do prometido. A espera não foi culpa sua.',
  )
  expect(textOf('Explicar o atraso', {})).toBeUndefined()
})

test('every template is a whole reply that the channel takes', () => {
  const dish = 'x'.repeat(80)
  const comment = `${dish} veio frio, atrasado, trocado, derramou, faltou molho, salgado, menor, e um grosso`
  for (const score of [1, 2, 3, 4, 5])
    for (const { text } of replyTemplates({ ...facts, score, comment, dishes: [dish], delay: 90 })) {
      expect(text.length).toBeLessThanOrEqual(replyLimit)
      expect(text).toMatch(/\.$/)
    }
})
