import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { count, money } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Minus } from '../new-order/options/minus.tsx'
import styles from './draft-line.module.css'

interface DraftLineProps {
  readonly name: string
  /** What is otherwise, in a few words; null: it is as it was. */
  readonly mark: string | null
  /** Its options. */
  readonly details: readonly string[]
  /** 0: it leaves. */
  readonly quantity: number
  readonly cents: number
  readonly notes: string
  readonly onQuantity: (quantity: number) => void
  readonly onNotes: (notes: string) => void
  /** Puts back what had left; null: it is there. */
  readonly onBack?: (() => void) | null
  readonly onOptions?: (() => void) | null
  readonly onSwap?: (() => void) | null
  /** Takes another dish or other options back. */
  readonly onUndo?: (() => void) | null
}

const maxQuantity = 99

/** One dish: how many, what it is, what it costs; its note and options on demand. */
export function DraftLine(line: DraftLineProps) {
  const { name, mark, details, quantity, cents, notes, onBack = null } = line
  const [open, setOpen] = useState(false)
  const isOut = quantity === 0
  return (
    <li className={styles.line} data-mark={mark === null ? undefined : ''}>
      {isOut && onBack ? (
        <Button className={styles.back ?? ''} aria-label={`Pôr de volta: ${name}`} onClick={onBack}>
          Pôr de volta
        </Button>
      ) : (
        <Stepper line={line} />
      )}
      <div className={isOut ? styles.out : styles.what}>
        <p>
          <b>{name}</b> {mark === null ? null : <em>{mark}</em>}
        </p>
        {isOut
          ? null
          : [...details, ...(notes.trim() === '' ? [] : [notes])].map((words, index) => (
              <Muted as="small" block size={3} key={index}>
                {words}
              </Muted>
            ))}
      </div>
      <span className={isOut ? styles.outCents : styles.cents}>{money(cents)}</span>
      {isOut ? null : (
        <Button
          variant="ghost"
          className={styles.more ?? ''}
          aria-expanded={open}
          aria-label={`Mudar ${name}`}
          onClick={() => setOpen(!open)}
        >
          Mudar
        </Button>
      )}
      {open && !isOut ? <Parts line={line} /> : null}
    </li>
  )
}

function Stepper({ line: { name, quantity, onQuantity } }: { readonly line: DraftLineProps }) {
  return (
    <Row className={styles.stepper} role="group" aria-label={`Quantidade de ${name}`}>
      <Button
        aria-label={quantity <= 1 ? `Tirar ${name}` : `Um ${name} a menos`}
        onClick={() => onQuantity(quantity <= 1 ? 0 : quantity - 1)}
      >
        <Minus />
      </Button>
      <span aria-live="polite">{count(quantity)}</span>
      <Button
        icon="plus"
        aria-label={`Mais um ${name}`}
        disabledReason={quantity >= maxQuantity ? `Até ${maxQuantity} de cada.` : null}
        onClick={() => onQuantity(Math.min(maxQuantity, quantity + 1))}
      />
    </Row>
  )
}

function Parts({
  line: { name, notes, onNotes, onOptions = null, onSwap = null, onUndo = null },
}: {
  readonly line: DraftLineProps
}) {
  return (
    <Stack gap={8} className={styles.parts}>
      <input
        aria-label={`Observação de ${name}`}
        placeholder="Observação para a cozinha"
        maxLength={1_000}
        value={notes}
        onChange={(event) => onNotes(event.target.value)}
      />
      <Row gap={8} wrap>
        {onOptions ? <Button onClick={onOptions}>Trocar opções</Button> : null}
        {onSwap ? <Button onClick={onSwap}>Trocar por outro prato</Button> : null}
        {onUndo ? (
          <Button variant="ghost" onClick={onUndo}>
            Desfazer a troca
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}
