import { useState } from 'react'
import type { Menu } from '../../../../contract/menu/menu.ts'
import { leftOut } from '../../../../contract/orders/option-lines.ts'
import { FormError } from '../../../kit/form-error.tsx'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../words/format.ts'
import { lineProblem, lineTotal, maxQuantity, pricedAgain, type DraftItem } from '../draft-lines.rules.ts'
import { optionWords } from '../draft-options.rules.ts'
import { QuantityButtons } from '../options/quantity-buttons.tsx'
import styles from './comanda.module.css'

/** Items of the order so far. One is pressed to change it. */
export function ComandaLines({
  menu,
  items,
  problem,
  onChange,
}: {
  readonly menu: Menu | undefined
  readonly items: readonly DraftItem[]
  readonly problem: (path: string) => string | undefined
  readonly onChange: (items: readonly DraftItem[]) => void
}) {
  return (
    <div className={styles.part}>
      {items.length > 0 ? (
        <Stack as="ul" gap={2} aria-label="Comanda">
          {items.map((item, index) => (
            <Line
              key={index}
              item={item}
              menu={menu}
              refused={problem(`items.${String(index)}`)}
              onChange={(change) =>
                onChange(items.map((one, at) => (at === index ? { ...one, ...change } : one)))
              }
              onRemove={() => onChange(items.filter((_, at) => at !== index))}
            />
          ))}
        </Stack>
      ) : (
        <Muted size={3}>O que você tocar no cardápio aparece aqui.</Muted>
      )}
      <FormError>{problem('items')}</FormError>
    </div>
  )
}

interface LineProps {
  readonly item: DraftItem
  readonly menu: Menu | undefined
  readonly refused: string | undefined
  readonly onChange: (change: Partial<DraftItem>) => void
  readonly onRemove: () => void
}

function Line({ item, menu, refused, onChange, onRemove }: LineProps) {
  const [open, setOpen] = useState(false)
  const problem = lineProblem(item, menu)
  const menuItem = menu?.items.find((one) => one.id === item.menuItemId)
  const words = problem?.words ?? refused
  return (
    <li className={styles.line}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <b>{String(item.quantity).replace('.', ',')}×</b>
        <span>
          {item.name}
          <LineWords item={item} />
        </span>
        <b>{money(lineTotal(item))}</b>
      </button>
      {open ? <LineTools {...{ item, onChange, onRemove }} /> : null}
      {words ? (
        <Row as="p" wrap className={styles.changed} role="status">
          {words}
          {problem?.kind === 'price' && menuItem && menu ? (
            <Button onClick={() => onChange(pricedAgain(item, menuItem, menu))}>Usar o preço novo</Button>
          ) : null}
          {problem && problem.kind !== 'price' ? <Button onClick={onRemove}>Tirar</Button> : null}
        </Row>
      ) : null}
    </li>
  )
}

/** Options, what is left out of the dish, and the note: all of it, as the kitchen will read it. */
function LineWords({ item }: Pick<LineProps, 'item'>) {
  const without = item.options.filter((option) => leftOut(option) !== null)
  const within = item.options.filter((option) => leftOut(option) === null)
  return (
    <>
      {within.length > 0 ? (
        <Muted as="small" block size={3}>
          {optionWords(within)}
        </Muted>
      ) : null}
      {without.map((option, index) => (
        <small key={index} className={styles.without}>
          {`Sem ${leftOut(option) ?? ''}`}
        </small>
      ))}
      {item.notes ? <small className={styles.noted}>{item.notes}</small> : null}
    </>
  )
}

function LineTools({ item, onChange, onRemove }: Pick<LineProps, 'item' | 'onChange' | 'onRemove'>) {
  return (
    <Stack gap={8} className={styles.tools}>
      <Row gap={8} justify="between">
        <QuantityButtons
          name={item.name}
          quantity={item.quantity}
          max={maxQuantity}
          onChange={(quantity) => (quantity < 1 ? onRemove() : onChange({ quantity }))}
        />
        {item.menuItemId === null ? (
          <input
            aria-label={`Preço de ${item.name}, em reais`}
            className={styles.price}
            inputMode="decimal"
            value={item.price}
            placeholder="0,00"
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : null}
        <Button variant="ghost" icon="bin" aria-label={`Tirar ${item.name}`} onClick={onRemove} />
      </Row>
      <input
        aria-label={`Observação de ${item.name}`}
        placeholder="Observação para a cozinha"
        maxLength={200}
        value={item.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
    </Stack>
  )
}
