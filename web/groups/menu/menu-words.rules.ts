import type { GroupMenu, MenuDifferences } from '../../../contract/groups/group-menu.ts'
import type { MenuKeeps } from '../../../contract/menu/copies.ts'
import { plural } from '../../words/format.ts'

type Kind = keyof MenuDifferences

/** In the order of the columns; `stays`: what leaves it with the store when the menu is published. */
export const differenceKinds: readonly {
  readonly kind: Kind
  readonly title: string
  readonly one: string
  readonly many: string
  readonly stays: (keeps: MenuKeeps) => boolean
}[] = [
  { kind: 'missing', title: 'Faltam', one: 'item falta', many: 'itens faltam', stays: () => false },
  {
    kind: 'content',
    title: 'Texto, foto, opções',
    one: 'com outro texto, foto ou opção',
    many: 'com outro texto, foto ou opção',
    stays: () => false,
  },
  {
    kind: 'prices',
    title: 'Preço',
    one: 'com outro preço',
    many: 'com outro preço',
    stays: ({ prices }) => prices,
  },
  {
    kind: 'hours',
    title: 'Horário',
    one: 'com outro horário',
    many: 'com outro horário',
    stays: ({ hours }) => hours,
  },
  { kind: 'own', title: 'Só dela', one: 'só dela', many: 'só dela', stays: ({ ownItems }) => ownItems },
  { kind: 'locked', title: 'Travados', one: 'travado', many: 'travados', stays: () => true },
]

/** "2 itens faltam, 3 com outro preço"; empty: no difference. */
export const differencesText = (differences: MenuDifferences): string =>
  differenceKinds
    .filter(({ kind }) => differences[kind] > 0)
    .map(({ kind, one, many }) => plural(differences[kind], one, many))
    .join(', ')

/** "preço e itens próprios": what stays with each store, after "Cada loja decide". */
export function keepsText({ prices, hours, ownItems }: MenuKeeps): string {
  const own = ['quando pausa um item']
  if (prices) own.push('o preço dos itens')
  if (hours) own.push('o horário de venda')
  if (ownItems) own.push('os itens só dela')
  const last = own.pop() ?? ''
  return own.length === 0 ? last : `${own.join(', ')} e ${last}`
}

export const storesToPublish = ({ stores }: Pick<GroupMenu, 'stores'>): ReadonlySet<string> =>
  new Set(stores.filter(({ toPublish }) => toPublish > 0).map(({ storeId }) => storeId))
