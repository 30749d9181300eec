import type { PlaceOrderBody } from '../../contract/orders/orders.ts'

/** An order of the store's own channel whose sums agree; change what the test is about. */
export function ownOrder(changes: Partial<PlaceOrderBody> = {}): PlaceOrderBody {
  return {
    type: 'DELIVERY',
    customer: { name: 'Ana Souza', phone: '+5511987654321' },
    items: [
      {
        externalCode: 'PZ-01',
        name: 'Pizza média',
        quantity: 2,
        unitPriceCents: 3_000,
        totalCents: 6_800,
        notes: 'Sem cebola',
        options: [{ name: 'Borda', groupName: 'Bordas', quantity: 1, unitPriceCents: 400 }],
      },
    ],
    fees: [{ type: 'DELIVERY_FEE', cents: 750, receivedBy: 'MERCHANT' }],
    discounts: [{ cents: 500, target: 'CART', sponsors: [{ name: 'MERCHANT', cents: 500 }] }],
    payments: [{ method: 'CASH', brand: null, cents: 7_050, prepaid: false, changeForCents: 10_000 }],
    orderCents: 7_050,
    delivery: {
      address: {
        street: 'Rua das Flores',
        number: '10',
        complement: null,
        reference: null,
        district: 'Centro',
        city: 'Cidade',
        state: 'SP',
        zipCode: null,
        lat: null,
        lng: null,
      },
    },
    ...changes,
  }
}
