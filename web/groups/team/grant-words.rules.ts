import type { GroupGrant, grantStates } from '../../../contract/groups/group-grants.ts'
import { plural } from '../../words/format.ts'

type GrantState = (typeof grantStates)[number]

const words: Readonly<Record<GrantState, string>> = {
  in: 'Tem acesso',
  invited: 'Convite enviado',
  asked: 'Espera um dono da loja',
  refused: 'O dono da loja recusou',
  left: 'Ficou sem acesso',
}
const order: readonly GrantState[] = ['in', 'invited', 'asked', 'refused', 'left']

/** More names say less than a number. */
const named = 3

/** How far a person of the group has come: one line a state, with the stores that it is about. */
export function grantLines(
  stores: GroupGrant['stores'],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  return order.flatMap((state) => {
    const own = stores.filter((store) => store.state === state)
    if (own.length === 0) return []
    if (own.length > named) return [`${words[state]}: ${plural(own.length, 'loja', 'lojas')}`]
    return [`${words[state]}: ${own.map(({ storeId }) => names.get(storeId) ?? '').join(', ')}`]
  })
}
