import type { OrderPicking } from '../marketplace.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'

/** The picking of a shop's order (docs/marketplaces/ifood.md section 6.4). */
export function ifoodPicking(call: IfoodCaller): OrderPicking {
  const orderPath = (externalId: string) => `/picking/v1.0/orders/${encodeURIComponent(externalId)}`
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: object) => {
    const answer = await call(method, path, json ? { json } : {})
    rejectFailure(answer, 'picking')
  }
  return {
    start: (externalId) => send('POST', `${orderPath(externalId)}/startSeparation`),
    end: (externalId) => send('POST', `${orderPath(externalId)}/endSeparation`),
    change: (externalId, change) => {
      const items = `${orderPath(externalId)}/items`
      if (change.kind === 'added') return send('POST', items, { quantity: change.quantity, ean: change.ean })
      const item = `${items}/${encodeURIComponent(change.pickId)}`
      if (change.kind === 'removed') return send('DELETE', item)
      if (change.kind === 'quantity') return send('PATCH', item, { quantity: change.quantity })
      return send('POST', `${item}/replace`, { quantity: change.quantity, ean: change.ean })
    },
  }
}
