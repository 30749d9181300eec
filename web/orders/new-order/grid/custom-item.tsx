import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { readKnownItems } from '../../../../contract/orders/work.ts'
import { queryFor } from '../../../api/query.ts'
import { Row } from '../../../kit/layout.tsx'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../words/format.ts'
import type { DraftItem } from '../draft-lines.rules.ts'
import styles from './custom-item.module.css'
import { reaisTyped } from '../../../words/reais-typed.ts'

/** An item outside the menu: name and price. Without a menu, recently sold items are suggested. */
export function CustomItem({
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
    <Row gap={8} className={styles.row}>
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
          if (sold) setPrice(reaisTyped(sold.unitPriceCents))
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
