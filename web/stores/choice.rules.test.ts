import fc from 'fast-check'
import { expect, test } from 'vitest'
import { platforms } from '../../contract/shared/channels.ts'
import { allGroups } from '../browser/storage.ts'
import { addressOfChoice, asOne, choiceIn, everything } from './choice.rules.ts'

const [a, b] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const

const anyChoice = fc
  .record({
    groupId: fc.oneof(fc.constant(allGroups), fc.uuid()),
    storeIds: fc.array(fc.uuid(), { maxLength: 8 }),
    platform: fc.constantFrom(null, ...platforms),
    merchantId: fc.oneof(fc.constant(null), fc.stringMatching(/^[\w.-]{1,64}$/)),
  })
  .map(asOne)

test('the address of any choice names exactly this choice; that of everything is empty', () => {
  fc.assert(
    fc.property(anyChoice, (choice) => {
      const address = addressOfChoice(choice)
      expect(choiceIn({ ...address }) ?? everything).toEqual(choice)
      // As a copied link.
      const link = Object.fromEntries(new URLSearchParams({ ...address }))
      expect(choiceIn(link) ?? everything).toEqual(choice)
    }),
  )
  expect(addressOfChoice(everything)).toEqual({})
})

test('two stores are one parameter, and replace the group', () => {
  expect(addressOfChoice({ ...everything, storeIds: [a, b], platform: 'ifood' })).toEqual({
    stores: `${a},${b}`,
    channel: 'ifood',
  })
  expect(choiceIn({ group: a, stores: `${a},${b},${a}` })).toEqual({ ...everything, storeIds: [a, b] })
})

test('links made when only one store could be chosen still name it', () => {
  expect(choiceIn({ group: allGroups, store: a, channel: 'ifood' })).toEqual({
    ...everything,
    storeIds: [a],
    platform: 'ifood',
  })
  expect(choiceIn({ store: b })).toEqual({ ...everything, storeIds: [b] })
})

test('what was typed by hand names nothing', () => {
  expect(choiceIn({ stores: '1,2', channel: 'ifood' })).toBeNull()
  expect(choiceIn({ group: '../', store: 7 })).toBeNull()
  expect(choiceIn({ stores: a, merchant: 'm-1' })).toEqual({ ...everything, storeIds: [a] })
  expect(choiceIn({ stores: a, channel: 'nenhum', merchant: '<b>' })).toEqual({
    ...everything,
    storeIds: [a],
  })
})
