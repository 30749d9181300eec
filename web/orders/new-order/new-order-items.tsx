import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Menu } from '../../../contract/menu/menu.ts'
import { readKnownItems } from '../../../contract/orders/work.ts'
import { errorSentence } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import type { useMenu } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { money } from '../../words/format.ts'
import { optionWords } from './draft-options.rules.ts'
import { MenuPicker } from './new-order-picker.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './new-order-items.module.css'
import {
  lineProblem,
  lineTotal,
  priceText,
  pricedAgain,
  withLine,
  type DraftItem,
} from './new-order.rules.ts'

/** The store's menu to add from; other items can be typed. */
export function NewOrderMenu({
  storeId,
  menu,
  items,
  onChange,
}: {
  readonly storeId: string
  readonly menu: ReturnType<typeof useMenu>
  readonly items: readonly DraftItem[]
  readonly onChange: (items: readonly DraftItem[]) => void
}) {
  const add = (line: DraftItem) => onChange(withLine(items, line))
  return (
    <div className={styles.menu}>
      {menu.isPending ? <Skeleton height={220} /> : null}
      {menu.data && menu.data.items.length > 0 ? <MenuPicker menu={menu.data} onAdd={add} /> : null}
      {menu.isError ? (
        <Muted size={3}>
          {errorSentence(menu.error)} Os itens podem ser digitados abaixo.{' '}
          <Button variant="ghost" icon="refresh" onClick={() => void menu.refetch()}>
            Tentar de novo
          </Button>
        </Muted>
      ) : null}
      <CustomItem storeId={storeId} alone={menu.data?.items.length === 0} onAdd={add} />
    </div>
  )
}

/** Items of the order so far. */
export function ChosenItems({
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
    <Stack as="fieldset" gap={10} className={styles.items}>
      <legend>No pedido</legend>
      {items.length > 0 ? (
        <Stack as="ul" gap={8} aria-label="No pedido">
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
    </Stack>
  )
}

function Line({
  item,
  menu,
  refused,
  onChange,
  onRemove,
}: {
  readonly item: DraftItem
  readonly menu: Menu | undefined
  readonly refused: string | undefined
  readonly onChange: (change: Partial<DraftItem>) => void
  readonly onRemove: () => void
}) {
  const problem = lineProblem(item, menu)
  const menuItem = menu?.items.find((one) => one.id === item.menuItemId)
  const words = problem?.words ?? refused
  return (
    <Stack as="li" gap={6} className={styles.line}>
      <Row gap={10} className={styles.head}>
        <span>
          <b>{item.name}</b>
          {item.options.length > 0 ? (
            <Muted as="small" block size={3}>
              {optionWords(item.options)}
            </Muted>
          ) : null}
        </span>
        {item.menuItemId === null ? (
          <input
            aria-label={`Preço de ${item.name}, em reais`}
            inputMode="decimal"
            value={item.price}
            placeholder="0,00"
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : (
          <span className={styles.total}>{money(lineTotal(item))}</span>
        )}
        <Button variant="ghost" icon="close" aria-label={`Tirar ${item.name}`} onClick={onRemove} />
      </Row>
      <Row gap={8} className={styles.parts}>
        <Button
          aria-label={`Um ${item.name} a menos`}
          onClick={() => onChange({ quantity: Math.max(1, item.quantity - 1) })}
        >
          −
        </Button>
        <span aria-label="Quantidade">{item.quantity}</span>
        <Button
          icon="plus"
          aria-label={`Mais um ${item.name}`}
          onClick={() => onChange({ quantity: Math.min(99, item.quantity + 1) })}
        />
        <input
          aria-label={`Observação de ${item.name}`}
          placeholder="Observação"
          maxLength={200}
          value={item.notes}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </Row>
      {words ? (
        <Row as="p" wrap className={styles.changed} role="status">
          {words}
          {problem?.kind === 'price' && menuItem && menu ? (
            <Button onClick={() => onChange(pricedAgain(item, menuItem, menu))}>Usar o preço novo</Button>
          ) : null}
        </Row>
      ) : null}
    </Stack>
  )
}

/** An item outside the menu: name and price. Without a menu, recently sold items are suggested. */
function CustomItem({
  storeId,
  alone,
  onAdd,
}: {
  readonly storeId: string
  readonly alone: boolean
  readonly onAdd: (line: DraftItem) => void
}) {
  const suggestions = useQuery({
    ...queryFor(readKnownItems, {}, { storeId }),
    staleTime: 300_000,
    enabled: alone,
  })
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const soldBefore = (typed: string) =>
    suggestions.data?.items.find((item) => item.name.toLowerCase() === typed.trim().toLowerCase())
  const add = () => {
    if (name.trim() === '') return
    onAdd({
      menuItemId: null,
      name: name.trim(),
      externalCode: soldBefore(name)?.externalCode ?? null,
      quantity: 1,
      price: price.trim(),
      options: [],
      notes: '',
    })
    setName('')
    setPrice('')
  }
  const addOnEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  if (!alone && !open) {
    return (
      <Button variant="ghost" icon="plus" className={styles.loose ?? ''} onClick={() => setOpen(true)}>
        Item avulso
      </Button>
    )
  }
  return (
    <Row gap={8} className={styles.parts}>
      <input
        aria-label="Item avulso"
        list={listId}
        placeholder={alone ? 'Escolha ou digite um item' : 'Item fora do cardápio'}
        maxLength={200}
        value={name}
        onChange={(event) => {
          const typed = event.target.value
          const sold = soldBefore(typed)
          setName(typed)
          if (sold) setPrice(priceText(sold.unitPriceCents))
        }}
        onKeyDown={addOnEnter}
      />
      <input
        aria-label="Preço do item avulso, em reais"
        className={styles.price}
        inputMode="decimal"
        placeholder="0,00"
        value={price}
        onChange={(event) => setPrice(event.target.value)}
        onKeyDown={addOnEnter}
      />
      <Button variant="soft" onClick={add}>
        Incluir
      </Button>
      <datalist id={listId}>
        {suggestions.data?.items.map((item) => (
          <option key={item.name} value={item.name}>
            {money(item.unitPriceCents)}
          </option>
        ))}
      </datalist>
    </Row>
  )
}
