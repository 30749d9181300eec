import { expect, test } from 'vitest'
import { optionLines } from './option-lines.ts'

const option = (name: string, groupName: string | null = null) => ({
  name,
  groupName,
  quantity: 1,
  unitPriceCents: 0,
})

test('each suboption follows its option, with the name of its group, which says whether it adds or removes', () => {
  const asked = [option('Bacon', 'Extras'), option('Ao ponto', 'Qual o ponto?'), option('Alface', ' ')]
  const options = [{ ...option('Hambúrguer', 'Escolha um'), options: asked }, option('Suco')]
  expect(optionLines({ options }).map(({ depth, name }) => [depth, name])).toEqual([
    [1, 'Hambúrguer'],
    [2, 'Extras: Bacon'],
    [2, 'Qual o ponto? Ao ponto'],
    [2, 'Alface'],
    [1, 'Suco'],
  ])
})

test.each([
  ['Tomate', 'Retirar', 'Sem Tomate'],
  ['Cebola roxa', 'Deseja retirar algum ingrediente?', 'Sem Cebola roxa'],
  ['Picles', 'Remover ingredientes', 'Sem Picles'],
  ['Gelo', 'Sem', 'Sem Gelo'],
  ['sem cebola', 'Preferências', 'Sem cebola'],
])('%s in the group %s is left out, as option and below one', (name, group, text) => {
  const options = [option(name, group), { ...option('Lanche'), options: [option(name, group)] }]
  const signs = optionLines({ options }).map((line) => [line.sign, line.name])
  expect(signs).toEqual([
    ['-', text],
    ['+', 'Lanche'],
    ['-', text],
  ])
})

test.each([
  ['Suco sem açúcar', 'Bebida'],
  ['Sem lactose é só o queijo de cima', 'Recado'],
  ['Retirar na loja', 'Entrega'],
  ['Não retirar nada', 'Retirar'],
  ['Sim', 'Remover talheres?'],
])('%s in the group %s is in the item', (name, group) => {
  expect(optionLines({ options: [option(name, group)] })).toMatchObject([{ sign: '+', name }])
})
