import { useState } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import { stateCodes } from '../../../contract/shared/brazil.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { changeAddress, changeDeliveryFee, changePayment } from '../../../contract/orders/edits.ts'
import { mayEdit } from '../../../contract/orders/states.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'
import { codeName } from '../../stores/store-facts.ts'
import { orderName } from '../order-name.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './edit-order-dialog.module.css'
import {
  addressOf,
  deliveryDraft,
  draftOf,
  missingCents,
  paymentsOf,
  type PaymentDraft,
} from './edit-order.rules.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

/** Editable parts of an open order of the own channel. */
export function OrderEdits({ order }: { readonly order: Order }) {
  const [editing, setEditing] = useState<'payment' | 'delivery' | null>(null)
  const verdict = mayEdit(order)
  // An ended order already shows that at the top of the drawer.
  if (!verdict.allowed)
    return isMarketplace(order.platform) ? (
      <Muted size={3} className={styles.why}>
        {verdict.reason}
      </Muted>
    ) : null
  const close = () => setEditing(null)
  return (
    <Row gap={8} align="stretch" wrap>
      <Button variant="plain" onClick={() => setEditing('payment')}>
        Alterar pagamento
      </Button>
      {order.delivery ? (
        <Button variant="plain" onClick={() => setEditing('delivery')}>
          Alterar entrega
        </Button>
      ) : null}
      {editing === 'payment' ? <PaymentDialog order={order} onClose={close} /> : null}
      {editing === 'delivery' ? <DeliveryDialog order={order} onClose={close} /> : null}
    </Row>
  )
}

interface EditProps {
  readonly order: Order
  readonly onClose: () => void
}

function done(order: Order, words: string, onClose: () => void): void {
  updateBoardCaches(order)
  void refresh(readOrder)
  notify(`Pedido ${orderName(order)}: ${words}.`)
  onClose()
}

const methods = ['PIX', 'CREDIT', 'DEBIT', 'CASH', 'MEAL_VOUCHER', 'FOOD_VOUCHER']

/** How the total is divided. Input is not lost when another user changes the order meanwhile. */
function PaymentDialog({ order, onClose }: EditProps) {
  const total = order.totals.orderCents
  const form = useForm({
    initial: () => ({ payments: order.payments.map(draftOf) }),
    check: ({ payments }) => {
      const read = paymentsOf(payments)
      return 'problems' in read ? read.problems : {}
    },
    input: ({ payments }) => {
      const read = paymentsOf(payments)
      return { payments: 'payments' in read ? read.payments : [], version: order.version }
    },
    send: async (body) => {
      const changed = await ask(
        changePayment,
        { params: { orderId: order.id }, body },
        { storeId: order.storeId },
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) void refresh(readOrder)
        throw error
      })
      done(changed, 'pagamento alterado', onClose)
    },
  })
  const { payments } = form.values
  const missing = missingCents(payments, total)
  const setPayments = (make: (before: readonly PaymentDraft[]) => PaymentDraft[]) =>
    form.change((before) => ({ payments: make(before.payments) }))
  return (
    <Dialog title={`Pagamento do pedido ${codeName(order)}`} onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        {payments.map((draft, index) => (
          <PaymentFields
            key={index}
            draft={draft}
            place={payments.length > 1 ? ` ${index + 1}` : ''}
            problem={(field) => form.problem(`${index}.${field}`)}
            onChange={(part) =>
              setPayments((before) => before.map((one, at) => (at === index ? { ...one, ...part } : one)))
            }
            onRemove={payments.length > 1 ? () => setPayments((before) => before.toSpliced(index, 1)) : null}
          />
        ))}
        <Button
          variant="ghost"
          icon="plus"
          disabledReason={payments.length >= 10 ? 'Um pedido pode ter até 10 pagamentos.' : null}
          onClick={() =>
            setPayments((before) => [
              ...before,
              {
                method: 'PIX',
                brand: null,
                value: missing > 0 ? reaisTyped(missing) : '',
                prepaid: false,
                changeFor: '',
              },
            ])
          }
        >
          Dividir o pagamento
        </Button>
        <FormError boxed>{form.refusal}</FormError>
        <Row gap={10} wrap justify="between" className={styles.foot}>
          <p aria-live="polite" className={missing === 0 ? '' : styles.open}>
            {missing === 0
              ? `Total ${money(total)}`
              : missing > 0
                ? `Falta ${money(missing)} de ${money(total)}`
                : `Passa ${money(-missing)} de ${money(total)}`}
          </p>
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            disabledReason={missing === 0 ? null : 'Os pagamentos precisam somar o total.'}
          >
            Salvar
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

function PaymentFields({
  draft,
  place,
  problem,
  onChange,
  onRemove,
}: {
  readonly draft: PaymentDraft
  readonly place: string
  readonly problem: (field: 'value' | 'changeFor') => string | undefined
  readonly onChange: (part: Partial<PaymentDraft>) => void
  readonly onRemove: (() => void) | null
}) {
  const offered = methods.includes(draft.method) ? methods : [draft.method, ...methods]
  return (
    <Stack as="fieldset" gap={10} className={styles.payment}>
      <div className={styles.row}>
        <SelectField
          label={`Forma${place}`}
          value={draft.method}
          options={offered.map((method) => [method, methodName(method)] as const)}
          onChange={(event) => onChange({ method: event.target.value, brand: null })}
        />
        <TextField
          label={`Valor${place} (R$)`}
          inputMode="decimal"
          autoComplete="off"
          value={draft.value}
          error={problem('value')}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      </div>
      {draft.method === 'CASH' ? (
        <TextField
          label={`Troco para${place} (R$, opcional)`}
          inputMode="decimal"
          autoComplete="off"
          value={draft.changeFor}
          error={problem('changeFor')}
          onChange={(event) => onChange({ changeFor: event.target.value })}
        />
      ) : null}
      <Row gap={8} wrap justify="between">
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={draft.prepaid}
            onChange={(event) => onChange({ prepaid: event.target.checked })}
          />
          Já está pago
        </label>
        {onRemove ? (
          <Button variant="ghost" icon="close" onClick={onRemove}>
            Tirar
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}

/** Saves the address first, then the fee: each is its own line in the timeline. */
function DeliveryDialog({ order, onClose }: EditProps) {
  const form = useForm({
    initial: deliveryDraft(order),
    alsoShown: ['cents'],
    input: (values) => values,
    send: async ({ cents: fee, notes, ...typed }) => {
      const cents = centsTyped(fee)
      if (cents === null) throw refusedFee()
      const about = { params: { orderId: order.id } }
      const options = { storeId: order.storeId }
      const address = addressOf(typed, order.delivery?.address ?? null)
      try {
        const moved = await ask(
          changeAddress,
          { ...about, body: { address, notes: notes.trim() || null, version: order.version } },
          options,
        )
        done(
          await ask(changeDeliveryFee, { ...about, body: { cents, version: moved.version } }, options),
          'entrega alterada',
          onClose,
        )
      } catch (error) {
        // The address may already be saved: a retry continues from there.
        await refresh(readOrder)
        throw error
      }
    },
  })
  return (
    <Dialog title={`Entrega do pedido ${codeName(order)}`} onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        <div className={styles.row}>
          <TextField label="Rua" autoComplete="off" {...form.field('street')} />
          <TextField label="Número" autoComplete="off" {...form.field('number')} />
        </div>
        <TextField label="Complemento (opcional)" autoComplete="off" {...form.field('complement')} />
        <TextField label="Bairro" autoComplete="off" {...form.field('district')} />
        <div className={styles.row}>
          <TextField label="Cidade" autoComplete="off" {...form.field('city')} />
          <SelectField
            label="Estado"
            value={form.values.state}
            options={stateCodes.map((code) => [code, code] as const)}
            onChange={(event) => form.set('state', event.target.value)}
          />
        </div>
        <TextField label="Ponto de referência (opcional)" autoComplete="off" {...form.field('reference')} />
        <TextField label="Observação da entrega (opcional)" maxLength={300} {...form.field('notes')} />
        <TextField
          label="Taxa de entrega (R$)"
          hint="A diferença entra no que ainda falta pagar."
          inputMode="decimal"
          autoComplete="off"
          {...form.field('cents')}
        />
        <FormError boxed>{form.refusal}</FormError>
        <Row gap={10} wrap justify="between" className={styles.foot}>
          <span />
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

const refusedFee = () =>
  new ApiError({
    code: 'validation/invalid',
    status: 400,
    message: 'Use vírgula, como 8,00.',
    details: [{ path: 'cents', message: 'Use vírgula, como 8,00.' }],
  })
