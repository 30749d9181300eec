const ofTheApp = [{ catalogId: 'c', context: ['DEFAULT'] }]

/** iFood with these answers. */
export const ifoodWith =
  (categories: unknown, catalogs: unknown = ofTheApp) =>
  (_method: string, path: string): Promise<never> =>
    Promise.resolve({ status: 200, body: path.includes('/categories') ? categories : catalogs } as never)

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
