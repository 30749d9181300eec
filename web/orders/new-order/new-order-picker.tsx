import { useId, useState } from 'react'
import type { Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { chargedWords, matches, sectionsOf } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money } from '../../words/format.ts'
import styles from './new-order-items.module.css'
import { choiceProblem, lineOf, sumOf, type DraftItem, type DraftOption } from './new-order.rules.ts'

/** The store's menu with search: one tap adds an item, after asking for its options. */
export function MenuPicker({
  menu,
  onAdd,
}: {
  readonly menu: Menu
  readonly onAdd: (line: DraftItem) => void
}) {
  const [typed, setTyped] = useState('')
  // One category at a time: the whole menu would push what was chosen out of sight.
  const [category, setCategory] = useState(menu.categories[0]?.id ?? '')
  const [choosing, setChoosing] = useState<MenuItem | null>(null)
  const sections = sectionsOf(
    menu,
    (item) => matches(item, typed) && (typed !== '' || category === '' || item.categoryId === category),
  )
  const first = sections[0]?.items.find((item) => item.status === 'AVAILABLE')
  const groupsOf = (item: MenuItem) =>
    item.optionGroupIds.flatMap(
      (id) => menu.optionGroups.find((group) => group.id === id && group.status === 'AVAILABLE') ?? [],
    )
  const take = (item: MenuItem) => {
    if (groupsOf(item).length > 0) setChoosing(item)
    else onAdd(lineOf(item, []))
    setTyped('')
  }
  if (choosing) {
    return (
      <OptionChoice
        item={choosing}
        groups={groupsOf(choosing)}
        onAdd={(options) => {
          onAdd(lineOf(choosing, options))
          setChoosing(null)
        }}
        onBack={() => setChoosing(null)}
      />
    )
  }
  return (
    <div className={styles.picker}>
      <input
        type="search"
        aria-label="Buscar no cardápio"
        placeholder="Buscar no cardápio"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed !== '' && first) take(first)
        }}
      />
      {typed === '' && menu.categories.length > 1 ? (
        <div className={styles.chips} role="group" aria-label="Categorias">
          {[...menu.categories, { id: '', name: 'Tudo' }].map(({ id, name }) => (
            <Button
              key={id}
              variant="ghost"
              className={styles.chip ?? ''}
              aria-pressed={category === id}
              onClick={() => setCategory(id)}
            >
              {name}
            </Button>
          ))}
        </div>
      ) : null}
      <div className={styles.list} role="group" aria-label="Cardápio">
        {sections.length === 0 ? <p className={styles.hint}>Nada no cardápio com “{typed}”.</p> : null}
        {sections.map((section) => (
          <div key={section.id} className={styles.section}>
            <h4>{section.name}</h4>
            {section.items.map((item) => (
              <button
                key={item.id}
                type="button"
                className={styles.pick}
                aria-disabled={item.status === 'UNAVAILABLE' || undefined}
                onClick={() => {
                  if (item.status === 'AVAILABLE') take(item)
                }}
              >
                <span>
                  {item.name}
                  {item.description ? <small>{item.description}</small> : null}
                </span>
                {item.status === 'UNAVAILABLE' ? <Pill>Pausado</Pill> : null}
                <b>{money(item.priceCents)}</b>
              </button>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function OptionChoice({
  item,
  groups,
  onAdd,
  onBack,
}: {
  readonly item: MenuItem
  readonly groups: readonly MenuOptionGroup[]
  readonly onAdd: (options: readonly DraftOption[]) => void
  readonly onBack: () => void
}) {
  const [chosen, setChosen] = useState<readonly DraftOption[]>([])
  const [tried, setTried] = useState(false)
  const problem = choiceProblem(groups, chosen)
  const total = item.priceCents + sumOf(chosen)
  const add = () => {
    setTried(true)
    // In menu order, so that equal choices merge into one line.
    const ordered = groups.flatMap((group) =>
      group.options.flatMap((one) => chosen.find((option) => option.menuOptionId === one.id) ?? []),
    )
    if (!problem) onAdd(ordered)
  }
  return (
    <div className={styles.choice} role="group" aria-label={`Opções de ${item.name}`}>
      <div className={styles.head}>
        <b>{item.name}</b>
        <Button variant="ghost" onClick={onBack}>
          Voltar ao cardápio
        </Button>
      </div>
      {groups.map((group) => (
        <OptionGroup key={group.id} group={group} chosen={chosen} onChange={setChosen} />
      ))}
      {tried && problem ? (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      ) : null}
      <Button variant="soft" icon="plus" onClick={add}>
        Incluir por {money(total)}
      </Button>
    </div>
  )
}

function OptionGroup({
  group,
  chosen,
  onChange,
}: {
  readonly group: MenuOptionGroup
  readonly chosen: readonly DraftOption[]
  readonly onChange: (chosen: readonly DraftOption[]) => void
}) {
  const name = useId()
  const single = group.maxPermitted === 1
  const others = chosen.filter((one) => !group.options.some((option) => option.id === one.menuOptionId))
  const toggle = (option: MenuOptionGroup['options'][number], on: boolean) => {
    const mine = {
      menuOptionId: option.id,
      name: option.name,
      groupName: group.name,
      priceCents: option.priceCents,
      priceMethod: group.priceMethod,
    }
    const rest = single ? others : chosen.filter((one) => one.menuOptionId !== option.id)
    onChange(on ? [...rest, mine] : rest)
  }
  const must = group.minPermitted > 0
  // A half does not add its whole price.
  const shared = group.priceMethod !== 'SUM'
  return (
    <fieldset className={styles.group}>
      <legend>
        {group.name}
        <small>
          {must
            ? `escolha ${String(group.minPermitted)}${group.maxPermitted > group.minPermitted ? ` a ${String(group.maxPermitted)}` : ''}`
            : `até ${String(group.maxPermitted)}, se quiser`}
          {shared ? `, ${chargedWords[group.priceMethod]}` : ''}
        </small>
      </legend>
      {group.options.map((option) => (
        <label key={option.id}>
          <input
            type={single && must ? 'radio' : 'checkbox'}
            name={name}
            disabled={option.status === 'UNAVAILABLE'}
            checked={chosen.some((one) => one.menuOptionId === option.id)}
            onChange={(event) => toggle(option, event.target.checked)}
          />
          <span>{option.name}</span>
          <span>
            {option.status === 'UNAVAILABLE'
              ? 'Em falta'
              : option.priceCents > 0
                ? `${shared ? '' : '+ '}${money(option.priceCents)}`
                : ''}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
