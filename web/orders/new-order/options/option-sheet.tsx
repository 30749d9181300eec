import { useState } from 'react'
import type { MenuItem, MenuOptionGroup } from '../../../../contract/menu/menu.ts'
import { FormError } from '../../../kit/form-error.tsx'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx'
import { money } from '../../../words/format.ts'
import { lineOf, maxQuantity, type DraftItem } from '../draft-lines.rules.ts'
import { askedNow, choiceProblem, stillAsked, sumOf, type DraftOption } from '../draft-options.rules.ts'
import { Halves } from './halves.tsx'
import { OptionGroup } from './option-group.tsx'
import { QuantityButtons } from './quantity-buttons.tsx'
import styles from './option-sheet.module.css'

interface OptionSheetStart {
  readonly options: readonly DraftOption[]
  readonly quantity: number
  readonly notes: string
}

const nothingChosen: OptionSheetStart = { options: [], quantity: 1, notes: '' }

/** What an item is asked before it is in the order: options, note and how many. Enter puts it there. */
export function OptionSheet({
  item,
  groups,
  start = nothingChosen,
  verb = 'Pôr na comanda',
  onAdd,
  onClose,
}: {
  readonly item: MenuItem
  /** All that it may be asked (`groupsOf`). */
  readonly groups: readonly MenuOptionGroup[]
  /** What it begins with, where a line is changed. */
  readonly start?: OptionSheetStart
  /** Of the button. */
  readonly verb?: string
  readonly onAdd: (line: DraftItem) => void
  readonly onClose: () => void
}) {
  const [chosen, setChosen] = useState(start.options)
  const [notes, setNotes] = useState(start.notes)
  const [quantity, setQuantity] = useState(start.quantity)
  const [tried, setTried] = useState(false)
  const problem = choiceProblem(groups, chosen)
  const shared = chosen.filter(({ priceMethod }) => priceMethod !== 'SUM')
  const add = () => {
    setTried(true)
    if (problem) return
    // In menu order, so that equal choices merge into one line.
    const ordered = groups.flatMap((group) =>
      group.options.flatMap((one) => chosen.filter((option) => option.menuOptionId === one.id)),
    )
    onAdd({ ...lineOf(item, ordered), quantity, notes: notes.trim() })
  }
  return (
    <Dialog title={item.name} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        {item.description ? <Muted>{item.description}</Muted> : null}
        {shared.length > 0 ? <Halves parts={shared} /> : null}
        {askedNow(groups, chosen).map((group, index) => (
          <OptionGroup
            key={group.id}
            group={group}
            chosen={chosen}
            first={index === 0}
            onChange={(next) => setChosen(stillAsked(groups, next))}
          />
        ))}
        <input
          className={styles.note}
          aria-label={`Observação de ${item.name}`}
          placeholder="Observação para a cozinha"
          maxLength={200}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        {tried && problem ? <FormError boxed>{problem}</FormError> : null}
        <DialogFoot>
          <Row gap={12} className={styles.foot}>
            <QuantityButtons
              name={item.name}
              quantity={quantity}
              max={maxQuantity}
              onChange={(next) => setQuantity(Math.max(1, next))}
            />
            <Button type="submit" variant="primary">
              {verb} <b>{money(Math.round(quantity * (item.priceCents + sumOf(chosen))))}</b>
            </Button>
          </Row>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
