/** Documents of a marketplace that are wrong in every way that JSON allows, the same ones for the same seed. */
export function hostileDocument(seed: number): Readonly<Record<string, unknown>> {
  const random = randomOf(seed)
  const document = plainDocument(seed)
  const places = placesOf(document)
  for (let change = 0; change < 1 + random(6); change += 1) {
    const place = places[random(places.length)]
    if (place) spoil(place.parent, place.key, random)
  }
  return { ...document, id: String(document.id) }
}

type Random = (below: number) => number
type Parent = Record<string, unknown>

/** mulberry32: small, and good enough to choose what to spoil. */
function randomOf(seed: number): Random {
  let state = (seed + 1) * 0x9e3779b9
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const long = (length: number) => 'ção 😀 '.repeat(Math.ceil(length / 7)).slice(0, length)

const values: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => '',
  () => 'a\0b',
  () => 'meia letra \ud83d',
  () => '\udc00',
  (random) => long(random(3_000)),
  () => '=SOMA(A1)',
  () => '<script>alert(1)</script>',
  () => '\u001b@\u001dV',
  () => -1,
  () => 0,
  () => 0.0001,
  () => 1e308,
  () => -1e308,
  () => 2 ** 53,
  () => 99_999_999,
  () => Number.NaN,
  () => '12,5',
  () => true,
  () => [],
  () => {
    return {}
  },
  (random) =>
    Array.from({ length: random(400) }, (_, index) => ({ name: `x${index}`, value: index, quantity: 1 })),
  () => [null, 1, 'a', [], {}],
  () => nested(60),
  () => '+275760-09-13T00:00:00Z',
  () => '-100000-01-01T00:00:00Z',
  () => '0000-00-00T00:00:00Z',
  () => '2099-12-31T23:59:60Z',
  () => ({ __proto__: null, constructor: 'x', toString: 1 }),
]

function spoil(parent: Parent, key: string, random: Random): void {
  const way = random(10)
  const value = values[random(values.length)]?.(random)
  if (way === 0) Reflect.deleteProperty(parent, key)
  else if (way === 1) parent[`${key}\0`] = value
  else parent[key] = value
}

function nested(depth: number): unknown {
  let inner: unknown = 'fundo'
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { inner }
  return inner
}

function placesOf(value: unknown): readonly { readonly parent: Parent; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Parent
  return Object.keys(parent)
    .filter((key) => key !== 'id')
    .flatMap((key) => [{ parent, key }, ...placesOf(parent[key])])
}

function plainDocument(seed: number): Record<string, unknown> {
  return {
    id: `hostile-${seed}`,
    displayId: String(1_000 + (seed % 9_000)),
    orderType: 'DELIVERY',
    orderTiming: 'SCHEDULED',
    createdAt: '2026-11-20T21:02:11.4Z',
    preparationStartDateTime: '2026-11-20T22:10:00Z',
    isTest: false,
    extraInfo: 'Portão azul',
    merchant: { id: 'merchant', name: 'Loja Fictícia' },
    customer: {
      name: 'Cliente de Teste',
      documentNumber: '00000000000',
      phone: { number: '0800 000 0000', localizer: '12345678' },
      ordersCountOnMerchant: 3,
    },
    items: [
      {
        externalCode: 'PZ-01',
        name: 'Pizza média',
        quantity: 2,
        unitPrice: 30,
        totalPrice: 68,
        observations: 'Sem cebola',
        options: [{ name: 'Borda', groupName: 'Bordas', quantity: 2, unitPrice: 4 }],
      },
      { name: 'Suco', quantity: 0.5, unitPrice: 9.9, totalPrice: 4.95 },
    ],
    benefits: [
      {
        value: 10,
        target: 'CART',
        campaign: { name: 'SEXTA' },
        sponsorshipValues: [
          { name: 'IFOOD', value: 6 },
          { name: 'MERCHANT', value: 4 },
        ],
      },
    ],
    additionalFees: [{ type: 'SMALL_ORDER_FEE', value: 0.99 }],
    total: { deliveryFee: 7.5, orderAmount: 71.44 },
    payments: {
      methods: [
        { method: 'CREDIT', value: 50, prepaid: true, card: { brand: 'VISA' } },
        { method: 'CASH', value: 21.44, prepaid: false, cash: { changeFor: 50 } },
      ],
    },
    delivery: {
      deliveredBy: 'MERCHANT',
      deliveryDateTime: '2026-11-20T22:40:00Z',
      observations: 'Tocar o interfone',
      pickupCode: '1234',
      deliveryAddress: {
        streetName: 'Rua Fictícia',
        streetNumber: '10',
        neighborhood: 'Centro',
        complement: 'Ap 1',
        reference: 'Praça',
        postalCode: '01000-000',
        city: 'São Paulo',
        state: 'SP',
        coordinates: { latitude: -23.5, longitude: -46.6 },
      },
    },
    schedule: { deliveryDateTimeStart: '2026-11-20T22:30:00Z', deliveryDateTimeEnd: '2026-11-20T22:50:00Z' },
    indoor: { table: '4' },
  }
}
