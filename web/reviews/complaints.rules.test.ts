import { expect, test } from 'vitest'
import { complaintsOf, dishNamed } from './complaints.rules.ts'

test.each([
  ['Chegou morno e bem atrasado.', ['Atraso'], ['late', 'cold']],
  ['Demorou mais do que o prometido.', [], ['late']],
  ['Mais de uma hora de espera.', [], ['late']],
  ['Gostoso, podia vir mais quente.', ['Temperatura'], ['cold']],
  ['Não chegou quente.', [], ['cold']],
  ['Veio sem o molho que pedi.', ['Item faltando'], ['missing']],
  ['Muito bom, só faltou guardanapo.', ['Embalagem'], ['missing']],
  ['Não veio o refrigerante.', [], ['missing']],
  ['Pedido trocado e ninguém atendeu.', ['Pedido errado'], ['swapped', 'manners']],
  ['A porção veio menor desta vez.', ['Quantidade'], ['small']],
  ['O caldo derramou na sacola.', [], ['damaged']],
  ['Arroz salgado e carne dura.', [], ['taste']],
  ['Faltou sal.', [], ['taste']],
  [null, ['Atraso'], ['late']],
])('“%s” with the tags %j complains of %j', (comment, tags, complaints) => {
  expect(complaintsOf(comment, tags)).toEqual(complaints)
})

test.each([
  'Chegou quente e antes do horário.',
  'Tudo perfeito, como sempre.',
  'Embalagem caprichada.',
  'Não demorou nada.',
  'Veio sem atraso.',
  'Não veio frio.',
  'Entrega rápida, sem nenhum atraso.',
  'Não faltou nada.',
])('“%s” complains of nothing', (comment) => {
  expect(complaintsOf(comment, ['Comida boa', 'Rápido'])).toEqual([])
})

test('a dish is named only where the comment names it', () => {
  const dishes = ['Água com gás', 'Picanha']
  expect(dishNamed('A picanha veio fria', dishes)).toBe('Picanha')
  expect(dishNamed('Chegou morno e bem atrasado', dishes)).toBeNull()
  expect(dishNamed('Gosto de água', dishes)).toBeNull()
  expect(dishNamed(null, dishes)).toBeNull()
})
