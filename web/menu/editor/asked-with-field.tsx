import { isBelow } from '../../../contract/menu/asked-groups.ts'
import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { SelectField } from '../../ui/text-field.tsx'

/** Whether the group is asked with its items, or with one option of another group. */
export function AskedWithField({
  value,
  group,
  menu,
  onChange,
}: {
  /** Id of an option; empty: with the items. */
  readonly value: string
  readonly group: MenuOptionGroup | null
  readonly menu: Menu
  readonly onChange: (value: string) => void
}) {
  const choices = menu.optionGroups.flatMap((holder) =>
    holder.options
      .filter(({ id }) => !group || !isBelow(menu.optionGroups, group.id, id))
      .map(({ id, name }) => [id, `Só com ${name}, de ${holder.name}`] as const),
  )
  return (
    <SelectField
      label="Quando perguntar"
      value={choices.some(([id]) => id === value) ? value : ''}
      options={[['', 'Nos itens que usam este grupo'], ...choices]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** `só com Batata, de Acompanhamentos`; null: it is a group of items. */
export function askedWithWords({ optionId }: MenuOptionGroup, menu: Menu): string | null {
  const holder = menu.optionGroups.find(({ options }) => options.some(({ id }) => id === optionId))
  const option = holder?.options.find(({ id }) => id === optionId)
  return holder && option ? `só com ${option.name}, de ${holder.name}` : null
}
