import { useState, type FormEvent } from 'react'
import type { PickedChange } from '../../../contract/orders/picking.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changeText, lastChange, typedQuantity } from './pick-words.rules.ts'

interface PickLineProps {
  readonly item: Order['items'][number]
  readonly order: Order
  readonly busy: boolean
  /** Whether it was done. */
  readonly onChange: (change: PickedChange) => Promise<boolean>
}

/** One item: what was ordered, what was done about it, and what else can be. */
export function PickLine({ item, order, busy, onChange }: PickLineProps) {
  const [open, setOpen] = useState<'quantity' | 'replaced' | null>(null)
  const { pickId, name } = item
  const change = pickId === undefined ? undefined : lastChange(order, pickId)
  const send = async (wished: PickedChange) => {
    if (await onChange(wished)) setOpen(null)
  }
  return (
    <Stack as="li" gap={8}>
      <span>
        <b>
          {String(item.quantity).replace('.', ',')} × {name}
        </b>
        {change ? <Muted size={3}> {changeText(change)}</Muted> : null}
      </span>
      {pickId === undefined || change?.kind === 'removed' || change?.kind === 'replaced' ? null : open ? (
        <PickForm
          kind={open}
          busy={busy}
          onSave={({ quantity, ean }) =>
            void send(
              open === 'quantity' ? { kind: open, pickId, quantity } : { kind: open, pickId, quantity, ean },
            )
          }
          onCancel={() => setOpen(null)}
        />
      ) : (
        <Row gap={8} wrap>
          <Button
            variant="plain"
            aria-label={`Quantidade ou peso de ${name}`}
            onClick={() => setOpen('quantity')}
          >
            Quantidade
          </Button>
          <Button variant="plain" aria-label={`Trocar ${name}`} onClick={() => setOpen('replaced')}>
            Trocar
          </Button>
          <Button
            variant="plain"
            busy={busy}
            aria-label={`Tirar ${name}`}
            onClick={() => void send({ kind: 'removed', pickId })}
          >
            Tirar
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface PickFormProps {
  readonly kind: 'quantity' | 'replaced' | 'added'
  readonly busy: boolean
  readonly onSave: (typed: { readonly quantity: number; readonly ean: string }) => void
  readonly onCancel: () => void
}

/** The quantity, or the weight in kilograms, and which item it is where it is another one. */
export function PickForm({ kind, busy, onSave, onCancel }: PickFormProps) {
  const [amount, setAmount] = useState('')
  const [ean, setEan] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const quantity = typedQuantity(amount)
    if (quantity === null) return setProblem('Informe a quantidade, ou o peso em quilos, como 0,49.')
    if (kind !== 'quantity' && !/^\d{3,14}$/.test(ean.trim()))
      return setProblem('O código de barras tem de 3 a 14 números.')
    setProblem(null)
    onSave({ quantity, ean: ean.trim() })
  }
  return (
    <Stack as="form" gap={8} onSubmit={save} noValidate aria-label="Separar o item">
      <FormError>{problem}</FormError>
      {kind === 'quantity' ? null : (
        <TextField
          label="Código de barras"
          inputMode="numeric"
          autoComplete="off"
          value={ean}
          onChange={(event) => setEan(event.target.value)}
        />
      )}
      <TextField
        label="Quantidade, ou peso em quilos"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Row gap={8} wrap>
        <Button variant="quiet" onClick={onCancel}>
          Voltar
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Guardar
        </Button>
      </Row>
    </Stack>
  )
}
