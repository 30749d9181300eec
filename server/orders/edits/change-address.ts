import { isDeepStrictEqual } from 'node:util'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { changeAddress as changeAddressRoute } from '../../../contract/orders/edits.ts'
import type { OrderAddress } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { detailOf, editOrder, rejectField } from './edit-order.ts'

export function changeAddress(
  call: Call<typeof changeAddressRoute>,
): Promise<Reply<typeof changeAddressRoute>> {
  const { address, notes } = call.body
  if (address.street.trim() === '') throw rejectField('address.street', 'Informe a rua.')
  if (address.district.trim() === '') throw rejectField('address.district', 'Informe o bairro.')
  return editOrder(call, (row) => {
    const { delivery } = detailOf(row)
    if (!delivery)
      throw new AppError('order/invalid-transition', { message: 'Este pedido não é uma entrega.' })
    const before = { address: delivery.address, notes: delivery.notes }
    const after = { address, notes }
    if (isDeepStrictEqual(before, after)) return null
    return {
      type: 'ADDRESS_CHANGED',
      before,
      after,
      note: `${delivery.address ? addressText(delivery.address) : 'sem endereço'} → ${addressText(address)}`,
      parts: ['address'],
      // The address itself is on the ticket.
      paper: 'Endereço novo',
      patch: { detail: { delivery: { ...delivery, ...after } } },
    }
  })
}

export const addressText = (address: OrderAddress): string =>
  [streetLine(address), address.complement, address.district].filter((part) => part).join(', ')
