import { useId, useState } from 'react'
import type { MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { chargedWords } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './new-order-items.module.css'
import { choiceProblem, sumOf, type DraftOption } from './draft-options.rules.ts'

/** The groups of an item, with the price of what is chosen on the button. */
export function OptionChoice({
  item,
  groups,
  initial = [],
  onAdd,
  onBack,
}: {
  readonly item: MenuItem
  readonly groups: readonly MenuOptionGroup[]
  /** Chosen already. */
  readonly initial?: readonly DraftOption[]
  readonly onAdd: (options: readonly DraftOption[]) => void
  readonly onBack: () => void
}) {
  const [chosen, setChosen] = useState<readonly DraftOption[]>(initial)
  const [tried, setTried] = useState(false)
  const problem = choiceProblem(groups, chosen)
  const total = item.priceCents + sumOf(chosen)
  const add = () => {
    setTried(true)
    // In menu order, so that equal choices merge into one line.
    const ordered = groups.flatMap((group) =>
      group.options.flatMap((one) => chosen.filter((option) => option.menuOptionId === one.id)),
    )
    if (!problem) onAdd(ordered)
  }
  return (
    <div className={styles.choice} role="group" aria-label={`Opções de ${item.name}`}>
      <Row gap={10} className={styles.head}>
        <b>{item.name}</b>
        <Button variant="ghost" onClick={onBack}>
          Voltar ao cardápio
        </Button>
      </Row>
      {groups.map((group) => (
        <OptionGroup key={group.id} group={group} chosen={chosen} onChange={setChosen} />
      ))}
      {tried && problem ? <FormError>{problem}</FormError> : null}
      <Button variant="soft" icon="plus" onClick={add}>
        Incluir por {money(total)}
      </Button>
    </div>
  )
}

type Option = MenuOptionGroup['options'][number]

interface OptionGroupProps {
  readonly group: MenuOptionGroup
  readonly chosen: readonly DraftOption[]
  readonly onChange: (chosen: readonly DraftOption[]) => void
}

function OptionGroup({ group, chosen, onChange }: OptionGroupProps) {
  const name = useId()
  const single = group.maxPermitted === 1
  const mine = chosen.filter((one) => group.options.some((option) => option.id === one.menuOptionId))
  const setCount = (option: Option, count: number) => {
    const rest = chosen.filter((one) => one.menuOptionId !== option.id && !(single && mine.includes(one)))
    const taken = {
      menuOptionId: option.id,
      name: option.name,
      groupName: group.name,
      priceCents: option.priceCents,
      priceMethod: group.priceMethod,
    }
    onChange([...rest, ...Array.from({ length: count }, () => taken)])
  }
  const must = group.minPermitted > 0
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
      {group.options.map((option) => {
        const count = mine.filter((one) => one.menuOptionId === option.id).length
        const most = Math.min(option.maxPermitted, count + group.maxPermitted - mine.length)
        return (
          <Row key={option.id} wrap className={styles.option}>
            <label>
              <input
                type={single && must ? 'radio' : 'checkbox'}
                name={name}
                disabled={option.status === 'UNAVAILABLE'}
                checked={count > 0}
                onChange={(event) => setCount(option, event.target.checked ? 1 : 0)}
              />
              <span>{option.name}</span>
              <span>{priceOf(option, shared)}</span>
            </label>
            {count > 0 && option.maxPermitted > 1 && !single ? (
              <Times
                name={option.name}
                count={count}
                most={most}
                onCount={(next) => setCount(option, next)}
              />
            ) : null}
          </Row>
        )
      })}
    </fieldset>
  )
}

/** A half does not add its whole price. */
const priceOf = ({ status, priceCents }: Option, shared: boolean): string => {
  if (status === 'UNAVAILABLE') return 'Em falta'
  return priceCents > 0 ? `${shared ? '' : '+ '}${money(priceCents)}` : ''
}

/** Two of three parts of a pizza, or bacon twice. */
function Times({
  name,
  count,
  most,
  onCount,
}: {
  readonly name: string
  readonly count: number
  readonly most: number
  readonly onCount: (count: number) => void
}) {
  return (
    <Row as="span" gap={8} className={styles.times}>
      <Button aria-label={`Menos ${name}`} onClick={() => onCount(count - 1)}>
        −
      </Button>
      <span aria-live="polite">{count}×</span>
      <Button
        icon="plus"
        aria-label={`Mais ${name}`}
        disabledReason={count >= most ? 'Não cabe mais nesta escolha.' : null}
        onClick={() => onCount(count + 1)}
      />
    </Row>
  )
}
