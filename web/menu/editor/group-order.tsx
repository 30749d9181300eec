import { withChannel } from '../../../contract/shared/channels.ts'
import { folded } from '../../../contract/shared/folded.ts'
import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money, plural } from '../../words/format.ts'
import { chargedWords } from '../price-method.rules.ts'
import { WindowList } from '../list/window-list.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './menu-editor.module.css'
import { step } from './order.rules.ts'
import { askedWithWords } from './asked-with-field.tsx'
import { DragHandle, EditButtons, PlaceButtons } from './place-buttons.tsx'
import { useDrag } from './use-drag.ts'
import type { MenuEdits } from './use-menu-edits.ts'

interface GroupOrderProps {
  readonly menu: Menu
  readonly typed: string
  readonly edits: MenuEdits
  readonly onGroup: (group: MenuOptionGroup) => void
}

/** The groups that items can ask for: one group serves many items. */
export function GroupOrder({ menu, typed, edits, onGroup }: GroupOrderProps) {
  const drag = useDrag((dragged, over) => edits.move({ part: 'group', id: dragged.id, before: over }))
  const shown = menu.optionGroups.filter(({ name, options }) =>
    folded([name, ...options.map((option) => option.name)].join(' ')).includes(folded(typed)),
  )
  if (shown.length === 0)
    return (
      <EmptyState
        icon="bag"
        title={
          menu.optionGroups.length === 0 ? 'Nenhum grupo de opções ainda' : 'Nenhum grupo com esta busca'
        }
      >
        Um grupo junta o que o cliente escolhe, como “Borda” ou “Ponto da carne”. Depois marque no item quais
        grupos ele usa.
      </EmptyState>
    )
  return (
    <WindowList
      label="Grupos de opções na ordem do cardápio"
      entries={shown}
      keyOf={({ id }) => id}
      heightOf={() => 73}
    >
      {(group) => (
        <div className={styles.item} {...drag.row(['group'], group.id)}>
          <DragHandle {...drag.handle('group', group.id)} />
          <div className={styles.about}>
            <h3>{group.name}</h3>
            <Muted size={2}>
              {choiceText(group)}
              {group.priceMethod === 'SUM' ? '' : `, ${chargedWords[group.priceMethod]}`} ·{' '}
              {optionsText(group)} · {usedText(menu, group)}
            </Muted>
          </div>
          {group.status === 'UNAVAILABLE' ? <Pill>Fora de venda</Pill> : null}
          <ElsewhereOtherwise group={group} />
          <EditButtons
            name={group.name}
            busy={edits.busy === group.id}
            onEdit={() => onGroup(group)}
            onDelete={() => void edits.remove('group', group.id)}
          />
          <PlaceButtons
            name={group.name}
            onStep={(by) => {
              const to = step(menu.optionGroups, group.id, by)
              return to && (() => edits.move({ part: 'group', id: group.id, ...to }))
            }}
          />
        </div>
      )}
    </WindowList>
  )
}

/** An option that a marketplace shows otherwise, or does not take. The dialog says which. */
function ElsewhereOtherwise({ group }: { readonly group: MenuOptionGroup }) {
  const platforms = new Set(
    group.options.flatMap(({ channels = [] }) =>
      channels.flatMap(({ platform, wishes }) =>
        wishes.some(({ state }) => state !== 'proved' && state !== 'trying') ? [platform] : [],
      ),
    ),
  )
  return [...platforms].map((platform) => (
    <Pill key={platform} tone="bad">
      Diferente {withChannel('em', platform)}
    </Pill>
  ))
}

function choiceText({ minPermitted, maxPermitted }: MenuOptionGroup): string {
  if (minPermitted === 0)
    return maxPermitted === 1 ? 'até 1, se quiser' : `até ${String(maxPermitted)}, se quiser`
  if (minPermitted === maxPermitted) return `escolha ${String(minPermitted)}`
  return `escolha de ${String(minPermitted)} a ${String(maxPermitted)}`
}

/** Up to three with their prices. */
function optionsText({ options }: MenuOptionGroup): string {
  const few = options
    .slice(0, 3)
    .map(({ name, priceCents }) => (priceCents === 0 ? name : `${name} ${money(priceCents)}`))
  const more = options.length - few.length
  return more > 0 ? `${few.join(', ')} e mais ${String(more)}` : few.join(', ')
}

function usedText(menu: Menu, group: MenuOptionGroup): string {
  const asked = askedWithWords(group, menu)
  if (asked) return asked
  const items = menu.items.filter((item) => item.optionGroupIds.includes(group.id)).length
  return items === 0 ? 'nenhum item usa' : `em ${plural(items, 'item', 'itens')}`
}
