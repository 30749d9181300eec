import { ifoodCatalogue } from '../../../../marketplaces/ifood/catalogue.ts'
import type { Candidate } from '../../../difference/candidate.ts'
import { readCatalogue } from '../read-catalogue.ts'

const ofTheApp = [{ catalogId: 'c', context: ['DEFAULT'] }]

/** What is read of iFood's answers. */
export async function imported(categories: unknown, catalogs: unknown = ofTheApp): Promise<Candidate> {
  const body = (path: string) => (path.includes('/categories') ? categories : catalogs)
  const answered = ifoodCatalogue((_method, path) =>
    Promise.resolve({ status: 200, body: body(path) } as never),
  )
  return readCatalogue(await answered.read('m'), 'ifood', 'm')
}

export const size = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  acceptedFractions: [1, 2],
  ...more,
})
export const topping = (name: string, prices: Record<string, number>) => ({
  name,
  prices: Object.fromEntries(Object.entries(prices).map(([id, value]) => [id, { value }])),
})
export const priced = (name: string, value: number) => ({ name, price: { value } })
export const pizzas = (pizza: object) => [
  {
    name: 'Pizzas',
    template: 'PIZZA',
    pizza: {
      id: 'p',
      sizes: [size('s1', 'Grande')],
      crusts: [priced('Fina', 0)],
      edges: [priced('Catupiry', 8)],
      toppings: [topping('Calabresa', { s1: 59.9 }), topping('Portuguesa', { s1: 64.9 })],
      ...pizza,
    },
  },
]
