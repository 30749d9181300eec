import { methodName } from '../../../../contract/orders/money/payment-methods.ts'
import { centsTyped } from '../../../../contract/shared/money.ts'
import type { Form } from '../../../forms/use-form.ts'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { money } from '../../../words/format.ts'
import { ChipBox, ChoiceChips } from '../../../ui/choice-chips.tsx'
import { asksChange, draftTotal, type OrderDraft } from '../new-order.rules.ts'
import { changeToTake, counterMethods, likelyNotes } from '../payment.rules.ts'
import styles from './comanda.module.css'
import { reaisTyped } from '../../../words/reais-typed.ts'

/** How it is paid, and with which note. */
export function PaymentPart({ form }: { readonly form: Form<OrderDraft> }) {
  const { values: draft, set } = form
  return (
    <Stack gap={10} className={styles.part} data-till="payment">
      <ChoiceChips
        label="Pagamento"
        options={counterMethods.map((method) => [method, methodName(method)] as const)}
        value={draft.method}
        onChoose={(method) => set('method', method)}
      >
        <ChipBox label="Já pago" {...form.box('prepaid')} />
      </ChoiceChips>
      {asksChange(draft) ? <Change form={form} /> : null}
    </Stack>
  )
}

function Change({ form }: { readonly form: Form<OrderDraft> }) {
  const { values: draft, set } = form
  const total = draftTotal(draft)
  const typed = centsTyped(draft.changeFor)
  return (
    <Row gap={6} align="end" wrap className={styles.change}>
      <Row gap={6} role="group" aria-label="Cédulas prováveis">
        {likelyNotes(total).map((note) => (
          <Button
            key={note}
            variant="quiet"
            aria-pressed={typed === note}
            className={styles.note ?? ''}
            onClick={() => set('changeFor', typed === note ? '' : reaisTyped(note))}
          >
            {money(note).replace(',00', '')}
          </Button>
        ))}
      </Row>
      <TextField
        label="Troco para (R$)"
        inputMode="decimal"
        autoComplete="off"
        {...form.field('changeFor')}
      />
    </Row>
  )
}

/** What goes along with the courier, or back over the counter. It keeps its place while no note is known. */
export function ChangeToTake({ draft }: { readonly draft: OrderDraft }) {
  if (!asksChange(draft)) return null
  const take = changeToTake(centsTyped(draft.changeFor), draftTotal(draft))
  const isDelivery = draft.type === 'DELIVERY'
  return (
    <Muted size={3} role="status">
      {take === null ? (
        'Sem troco.'
      ) : (
        <>
          {isDelivery ? 'O entregador leva' : 'O troco é'} <b>{money(take)}</b>
          {isDelivery ? ' de troco.' : '.'}
        </>
      )}
    </Muted>
  )
}
