import { expect, test } from 'vitest'
import { optionLines } from './option-lines.ts'

const option = (name: string, groupName: string | null = null) => ({
  name,
  groupName,
  quantity: 1,
  unitPriceCents: 0,
})

test('each suboption follows its option, with the name of its group, which says whether it adds or removes', () => {
  const asked = [option('Tomate', 'Retirar'), option('Ao ponto', 'Qual o ponto?'), option('Alface', ' ')]
  const options = [{ ...option('Hambúrguer', 'Escolha um'), options: asked }, option('Suco')]
  expect(optionLines({ options }).map(({ depth, name }) => [depth, name])).toEqual([
    [1, 'Hambúrguer'],
    [2, 'Retirar: Tomate'],
    [2, 'Qual o ponto? Ao ponto'],
    [2, 'Alface'],
    [1, 'Suco'],
  ])
})
