import { useState } from 'react'
import type { Store } from '../../../../contract/stores/stores.ts'
import { localParts } from '../../../../contract/shared/day.ts'
import { useNow } from '../../../browser/clock.ts'
import { MomentField } from '../../../days/moment-field.tsx'
import type { Form } from '../../../forms/use-form.ts'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { money } from '../../../words/format.ts'
import { discountOf, type OrderDraft } from '../new-order.rules.ts'
import styles from './comanda.module.css'

type Part = 'discount' | 'schedule' | 'notes'

/** What few orders have: a discount, a later hour, a note of the whole order. One press opens each. */
export function ExtraParts({ store, form }: { readonly store: Store; readonly form: Form<OrderDraft> }) {
  const draft = form.values
  const [opened, setOpened] = useState<readonly Part[]>([])
  const offered: readonly (readonly [Part, string, boolean])[] = [
    ['discount', 'Desconto', draft.discount !== ''],
    ['schedule', 'Agendar', draft.readyAt !== ''],
    ['notes', 'Observação', draft.notes !== ''],
  ]
  const closed = offered
    .filter(([part, , filled]) => !filled && !opened.includes(part))
    .filter(([part]) => part !== 'schedule' || !store.modulesOff?.includes('scheduling'))
  const isOpen = (part: Part) =>
    opened.includes(part) || offered.some(([one, , filled]) => one === part && filled)
  return (
    <Stack gap={10} className={styles.part}>
      {isOpen('discount') ? <Discount form={form} /> : null}
      {isOpen('schedule') ? <Schedule store={store} form={form} /> : null}
      {isOpen('notes') ? (
        <TextField
          label="Observação do pedido"
          maxLength={300}
          autoComplete="off"
          autoFocus
          {...form.field('notes')}
        />
      ) : null}
      {closed.length > 0 ? (
        <Row gap={6} wrap>
          {closed.map(([part, words]) => (
            <Button key={part} variant="quiet" data-till={part} onClick={() => setOpened([...opened, part])}>
              {words}
            </Button>
          ))}
        </Row>
      ) : null}
    </Stack>
  )
}

function Discount({ form }: { readonly form: Form<OrderDraft> }) {
  const cents = discountOf(form.values) ?? 0
  return (
    <Stack gap={6} data-till="discount">
      <div className={styles.discount}>
        <TextField
          label="Desconto"
          placeholder={'5,00 ou 10\u00a0%'}
          autoComplete="off"
          autoFocus
          {...form.field('discount')}
        />
        <TextField
          label="Motivo do desconto"
          maxLength={200}
          autoComplete="off"
          {...form.field('discountReason')}
        />
      </div>
      {cents > 0 ? (
        <Muted size={3} role="status">
          A loja paga <b>{money(cents)}</b>; o motivo e o seu nome ficam no pedido.
        </Muted>
      ) : null}
    </Stack>
  )
}

function Schedule({ store, form }: { readonly store: Store; readonly form: Form<OrderDraft> }) {
  const now = useNow(60_000)
  return (
    <MomentField
      label="Agendar para (opcional)"
      today={localParts(now, store.address.timezone).day}
      hint="Deixe vazio para agora. Na hora certa o preparo começa e a via sai."
      value={form.values.readyAt}
      error={form.problem('readyAt') ?? form.problem('schedule.end')}
      onChange={(readyAt) => form.set('readyAt', readyAt)}
    />
  )
}
