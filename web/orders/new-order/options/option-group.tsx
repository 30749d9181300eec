import { useId } from 'react'
import type { MenuOptionGroup } from '../../../../contract/menu/menu.ts'
import { leftOut } from '../../../../contract/orders/option-lines.ts'
import { Row } from '../../../kit/layout.tsx'
import { chargedWords } from '../../../menu/menu.ts'
import { Icon } from '../../../ui/icon.tsx'
import { money } from '../../../words/format.ts'
import { chipClass } from '../../../ui/choice-chips.tsx'
import { draftOption, type DraftOption } from '../draft-options.rules.ts'
import { QuantityButtons } from './quantity-buttons.tsx'
import styles from './option-sheet.module.css'

type Option = MenuOptionGroup['options'][number]

/** One question of an item: its answers as chips, one of them or several. */
export function OptionGroup({
  group,
  chosen,
  first,
  onChange,
}: {
  readonly group: MenuOptionGroup
  readonly chosen: readonly DraftOption[]
  /** The focus begins here. */
  readonly first: boolean
  readonly onChange: (chosen: readonly DraftOption[]) => void
}) {
  const name = useId()
  const single = group.maxPermitted === 1
  const must = group.minPermitted > 0
  const mine = chosen.filter((one) => group.options.some((option) => option.id === one.menuOptionId))
  const begin = first ? group.options.find(({ status }) => status === 'AVAILABLE') : undefined
  const setCount = (option: Option, count: number) => {
    const rest = chosen.filter((one) => one.menuOptionId !== option.id && !(single && mine.includes(one)))
    onChange([...rest, ...Array.from({ length: count }, () => draftOption(group, option))])
  }
  return (
    <fieldset className={styles.group}>
      <legend>
        {group.name} <small>{rule(group)}</small>
      </legend>
      <Row wrap gap={8}>
        {group.options.map((option) => {
          const count = mine.filter((one) => one.menuOptionId === option.id).length
          const max = Math.min(option.maxPermitted, count + group.maxPermitted - mine.length)
          return (
            <Row key={option.id} gap={8}>
              <label className={chipClass}>
                <input
                  type={single && must ? 'radio' : 'checkbox'}
                  name={name}
                  disabled={option.status === 'UNAVAILABLE'}
                  checked={count > 0}
                  data-first={option === begin || undefined}
                  onChange={(event) => setCount(option, event.target.checked ? 1 : 0)}
                />
                {count > 0 && !isLeftOut(group, option) ? <Icon name="check" size={16} /> : null}
                {count > 0 && isLeftOut(group, option) ? <span aria-hidden="true">−</span> : null}
                <span>{option.name}</span>
                <small>{priceOf(group, option)}</small>
              </label>
              {count > 0 && option.maxPermitted > 1 && !single ? (
                <QuantityButtons
                  name={option.name}
                  quantity={count}
                  max={max}
                  onChange={(next) => setCount(option, next)}
                />
              ) : null}
            </Row>
          )
        })}
      </Row>
    </fieldset>
  )
}

const isLeftOut = ({ name: groupName }: MenuOptionGroup, { name }: Option): boolean =>
  leftOut({ groupName, name }) !== null

/** `escolha 1 a 2, vale a mais cara`. */
function rule({ minPermitted, maxPermitted, priceMethod }: MenuOptionGroup): string {
  const range = maxPermitted > minPermitted ? ` a ${String(maxPermitted)}` : ''
  const count =
    minPermitted > 0 ? `escolha ${String(minPermitted)}${range}` : `até ${String(maxPermitted)}, se quiser`
  return priceMethod === 'SUM' ? count : `${count}, ${chargedWords[priceMethod]}`
}

/** A half does not add its whole price. */
function priceOf({ priceMethod }: MenuOptionGroup, { status, priceCents }: Option): string {
  if (status === 'UNAVAILABLE') return 'Em falta'
  return priceCents > 0 ? `${priceMethod === 'SUM' ? '+ ' : ''}${money(priceCents)}` : ''
}
