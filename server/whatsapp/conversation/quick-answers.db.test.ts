import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAudit } from '../../../contract/audit/audit.ts'
import { saveQuickAnswers, type QuickAnswer } from '../../../contract/whatsapp/conversations.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let store: string
let other: string
let owner: Person
let manager: Person
let basic: Person

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ store, other, owner, manager, basic } = await standardShop(app))
})

const bread: QuickAnswer = { label: 'Pão', text: '{nome}, o pão sai às 17h.' }
const save = (person: Person, answers: readonly QuickAnswer[], { version = 0, storeId = store } = {}) =>
  app.call(person, saveQuickAnswers, { body: { answers: [...answers], version } }, { storeId })

describe('the quick answers of a store', () => {
  test('are saved in their order by a manager, and the history names them', async () => {
    const card = { label: 'Cartão', text: 'Levamos a maquininha.' }
    const { status, data } = await save(manager, [bread, card])
    expect([status, data]).toEqual([200, { answers: [bread, card], version: 1 }])
    expect((await save(manager, [card], { version: 1 })).data).toEqual({ answers: [card], version: 2 })
    const { data: history } = await app.call(owner, readAudit, { query: { selection: store } })
    expect(history.entries[0]).toMatchObject({
      changes: [{ label: 'Respostas', before: 'Pão; Cartão', after: 'Cartão' }],
    })
  })

  test('are not for an attendant to change, and another store is not found', async () => {
    expect((await save(basic, [bread])).status).toBe(403)
    expect((await save(manager, [bread], { storeId: other })).status).toBe(404)
  })

  test('of two people who edit at once one wins, and the other is refused', async () => {
    const both = await Promise.all([save(manager, [bread]), save(owner, [{ ...bread, label: 'Pães' }])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toBe('whatsapp/stale-answers')
  })

  test('have names of their own and words to say', async () => {
    const again = { label: 'PÃO', text: 'Acabou.' }
    const refused = [
      [bread, again],
      [{ label: ' ', text: 'x' }],
      [{ label: 'x', text: '' }],
      Array.from({ length: 13 }, (_none, index) => ({ label: `Resposta ${String(index)}`, text: 'Oi' })),
    ]
    for (const answers of refused) expect((await save(manager, answers)).status).toBe(400)
    expect((await save(manager, [])).data).toEqual({ answers: [], version: 1 })
  })
})
