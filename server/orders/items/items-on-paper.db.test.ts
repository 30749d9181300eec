import { afterAll, expect, test } from 'vitest'
import { changeItems } from '../../../contract/orders/change-items.ts'
import { testApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { printDesk, textOf } from '../../printing/testing/print-desk.ts'

const app = await testApp()
const { store, manager } = await standardShop(app)
const desk = printDesk(app, store, manager)
afterAll(() => app.close())

test('items that changed come out again in the kitchen and at the till, with what left and what came in', async () => {
  await desk.addPrinter({ name: 'Cozinha' })
  await desk.addPrinter({ name: 'Caixa', ticket: 'delivery' })
  const agent = await desk.pairedAgent()
  const order = (await desk.accept((await desk.place()).id)).data
  for (const job of await agent.pull()) await agent.acknowledge(job.id)
  const changed = await app.call(
    manager,
    changeItems,
    {
      params: { orderId: order.id },
      body: {
        items: [
          {
            kind: 'added',
            replaces: 0,
            externalCode: null,
            name: 'Nhoque ao sugo',
            quantity: 1,
            unitPriceCents: 3_400,
            notes: 'Alergia: nozes',
            options: [],
          },
        ],
        orderCents: 3_650,
        version: order.version,
      },
    },
    { storeId: store },
  )
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const texts = (await agent.pull()).map((job) => textOf(job).replaceAll(/\s+/g, ' '))
  expect(texts).toHaveLength(2)
  for (const text of texts) {
    expect(text).toContain('PEDIDO ALTERADO')
    expect(text).toMatch(
      /SAIU 2× Pizza média \(Borda; Sem cebola\).*ENTROU 1× Nhoque ao sugo \(Alergia: nozes\)/,
    )
    expect(text).toContain('substitui a anterior')
  }
  const till = texts.find((text) => text.includes('PEDIDO COMPLETO'))
  expect(till).toContain('R$ 36,50')
})
