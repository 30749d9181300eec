import { describe, expect, it } from 'vitest'
import { orderName } from '../../contract/stores/order-name.ts'
import { storeMarks } from './store-marks.rules.ts'

const stores = (...names: string[]) => names.map((name, at) => ({ id: String(at + 1), name }))
const codes = (...names: string[]) => [...storeMarks(stores(...names)).values()].map((mark) => mark.code)

describe('the mark of a store', () => {
  it('is made of the first and the last word that says something', () => {
    expect(codes('Brasa & Cia', 'Temaki do Largo', 'Norte Grill Adrianópolis', 'Açaí')).toEqual([
      'BC',
      'TL',
      'NA',
      'AC',
    ])
  })

  it('differs for stores whose names begin alike', () => {
    const all = codes('Norte Grill Centro', 'Norte Grill Ceasa', 'Norte Grill Central', 'Norte Grill Centro')
    expect(new Set(all).size).toBe(4)
    expect(all[0]).toBe('NC')
  })

  it('exists for names without a letter', () => {
    expect(codes('🍕', '!', '7')).toHaveLength(3)
    expect(new Set(codes('🍕', '!', '7')).size).toBe(3)
  })

  it('does not change when a store is added', () => {
    const before = storeMarks(stores('Brasa', 'Cantina'))
    const after = storeMarks([...stores('Brasa', 'Cantina'), { id: '9', name: 'Brasa Centro' }])
    expect(after.get('1')).toEqual(before.get('1'))
    expect(after.get('2')).toEqual(before.get('2'))
  })

  it('starts its tints again after six stores', () => {
    expect(storeMarks(stores('A', 'B', 'C', 'D', 'E', 'F', 'G')).get('7')?.tint).toBe(1)
  })

  it('names an order together with its number', () => {
    expect(orderName('BC', '31')).toBe('BC-31')
    expect(orderName(undefined, '31')).toBe('#31')
  })
})

it('a chosen code is kept, and no other store gets it', () => {
  const marks = storeMarks([
    { id: '1', name: 'Brasa Centro' },
    { id: '2', name: 'Cantina', code: 'BC' },
  ])
  expect(marks.get('2')?.code).toBe('BC')
  expect(marks.get('1')?.code).toBe('BE')
})
