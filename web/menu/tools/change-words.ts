import { everyMarketplace, storefronts } from '../../../contract/shared/channels.ts'
import type { ItemField, MenuChange } from '../../../contract/menu/changes.ts'

/** The names of an item's fields, as a person says them. */
export const fieldWords: Readonly<Record<ItemField, string>> = {
  name: 'Nome',
  category: 'Categoria',
  priceCents: 'Preço',
  channelPrice: `Preço ${everyMarketplace('em', storefronts)}`,
  description: 'Descrição',
  photo: 'Foto',
  optionGroups: 'Opções',
  availability: 'Horários de venda',
  serving: 'Serve',
  unit: 'Unidade',
  ean: 'Código de barras',
  allergen: 'Alergênicos',
  isAlcoholic: 'Bebida alcoólica',
  taxClass: 'Classe fiscal',
  ncm: 'NCM',
  externalCode: 'Código',
}

/** Values that are codes, not words: the list only says that they change. */
const codes: readonly ItemField[] = ['photo', 'allergen', 'taxClass', 'unit']

export interface ShownField {
  readonly label: string
  /** Null: the value is nothing to read. */
  readonly before: string | null
  readonly after: string | null
}

/** A known item shows what it had and what it gets, also where it had nothing. */
export const shownFields = ({ kind, fields }: MenuChange): readonly ShownField[] =>
  fields.map(({ field, before, after }) => ({
    label: fieldWords[field],
    before: codes.includes(field) || kind === 'new' ? null : before || 'nada',
    after: codes.includes(field) ? null : after,
  }))

export const kindWords = { new: 'Novos', changed: 'Mudam', gone: 'Saem' } as const
/** After their number. */
export const countedKind = (kind: Kind, count: number): string =>
  count === 1 ? { new: 'Novo', changed: 'Muda', gone: 'Sai' }[kind] : kindWords[kind]
export type Kind = keyof typeof kindWords
export const kinds: readonly Kind[] = ['new', 'changed', 'gone']

export const ofKind = (changes: readonly MenuChange[], kind: Kind): readonly MenuChange[] =>
  changes.filter((change) => change.kind === kind)

/** A change of nothing but locked fields cannot be made. */
export const canTick = (change: MenuChange): boolean => change.kind !== 'changed' || change.fields.length > 0

/** At first everything but what goes: a menu elsewhere may lack what this store sells. */
export const firstTicks = (changes: readonly MenuChange[]): ReadonlySet<string> =>
  new Set(changes.filter((change) => change.kind !== 'gone' && canTick(change)).map(({ key }) => key))
