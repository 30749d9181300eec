import { describe, expect, test } from 'vitest'
import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { newChat } from './chat/chat-state.ts'
import { matchOptions } from './chat/order-text/match-options.rules.ts'
import { wordsOf } from './chat/order-text/words.rules.ts'
import { chatFacts, chatWith, evening } from './chat/testing/chat-facts.ts'
import { chatMenu } from './chat-menu.rules.ts'

const group = (
  name: string,
  options: Readonly<Record<string, number>>,
  optionId: string | null = null,
): MenuOptionGroup => ({
  id: name,
  externalCode: name,
  name,
  description: '',
  status: 'AVAILABLE',
  minPermitted: 1,
  maxPermitted: 1,
  priceMethod: 'SUM',
  optionId,
  version: 1,
  options: Object.entries(options).map(([option, priceCents]) => ({
    id: option,
    externalCode: option,
    name: option,
    description: '',
    status: 'AVAILABLE',
    priceCents,
    maxPermitted: 1,
  })),
})
const size = group('Tamanho', { Média: 0, Grande: 400 }, 'Batata')
const combo: Menu = {
  categories: [],
  items: [
    {
      id: 'combo',
      categoryId: null,
      name: 'Combo',
      description: '',
      externalCode: null,
      productKey: 'combo',
      priceCents: 3_000,
      photoUrl: null,
      status: 'AVAILABLE',
      pause: null,
      channels: [],
      optionGroupIds: ['Acompanhamento'],
      serving: null,
      unit: 'UN',
      ean: null,
      allergen: [],
      isAlcoholic: false,
      taxClass: null,
      ncm: null,
      availability: [],
      locks: [],
      version: 1,
    },
  ],
  optionGroups: [group('Acompanhamento', { Batata: 0, Salada: 0 }), size],
}
const menuOf = (menu: Menu) => chatMenu(menu, evening, 'America/Sao_Paulo')
const orderOf = (...taps: readonly string[]) => {
  const chat = chatWith(newChat, chatFacts({ menu: menuOf(combo) }))
  chat.say('Oi')
  chat.tap('item:combo')
  for (const tap of taps) chat.tap(`option:${tap}`)
  return chat.state()
}

describe('a combo whose side has a size', () => {
  test('asks for the size after the side that has one, and charges it', () => {
    expect(orderOf('Batata')).toMatchObject({ place: 'options', choosing: { group: 1 } })
    const { draft } = orderOf('Batata', 'Grande')
    expect(draft.items).toMatchObject([
      { name: 'Combo', options: [{ name: 'Batata' }, { name: 'Grande', unitPriceCents: 400 }] },
    ])
  })

  test('does not ask for it after the other side', () => {
    expect(orderOf('Salada').draft.items).toMatchObject([{ name: 'Combo', options: [{ name: 'Salada' }] }])
  })

  test('takes the side with its size where a sentence names the size alone', () => {
    const [item] = menuOf(combo).items
    if (!item) throw new Error('The combo is not on sale')
    expect(matchOptions(wordsOf('grande'), item).options.map(({ name }) => name)).toEqual([
      'Batata',
      'Grande',
    ])
  })

  test('sells the side no more once it has no size left; with no side left, the combo', () => {
    const soldOut = {
      ...size,
      options: size.options.map((one) => ({ ...one, status: 'UNAVAILABLE' as const })),
    }
    const [side] = combo.optionGroups
    if (!side) throw new Error('The combo has no side')
    expect(menuOf({ ...combo, optionGroups: [side, soldOut] }).items[0]?.groups).toMatchObject([
      { name: 'Acompanhamento', options: [{ name: 'Salada' }] },
    ])
    const onlyFries = { ...side, options: side.options.slice(0, 1) }
    expect(menuOf({ ...combo, optionGroups: [onlyFries, soldOut] }).items).toEqual([])
  })
})
