import { frontOf, type StoreNow } from '../../stores/street.rules.ts'
import { columnLabels } from '../orders.rules.ts'

/** While a search or a choice leaves orders out: that none waits would not be true. */
export const nothingOfThat = 'Nada aqui do que você procura.'

/**
 * `Fechada, abre às 18h. Os pedidos novos chegam aqui sozinhos.` `zones`: the IANA zones of the stores on the board, by
 * their ids.
 */
export function noNewOrders(
  stores: readonly StoreNow[],
  zones: ReadonlyMap<string, string>,
  now: Date,
): string {
  const { empty } = columnLabels.new
  const fronts = stores
    .filter(({ storeId }) => zones.has(storeId))
    .map((store) => frontOf(store, zones.get(store.storeId), now))
  const [one] = fronts
  if (!one || fronts.some(({ drawing }) => drawing.state === 'open')) return empty
  return `${fronts.length === 1 ? one.line : 'Nenhuma loja está aberta agora'}. ${empty}`
}
