import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { readCourierDay, setShift, settleCash, type CourierDay } from '../../../contract/orders/motoboys.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm } from '../../forms/use-form.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ago, money, phoneText, plural } from '../../words/format.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './couriers-dialog.module.css'
import { askForCouriers, useIsCourierAsked } from './courier-question-off.ts'
import { EditedCourier, NewCourier, readCouriersAgain } from './courier-forms.tsx'
import { phoneLink } from '../phone-link.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

interface CourierProps {
  readonly courier: CourierDay
  readonly storeId: string
  readonly manages: boolean
}

/** Who is on shift and free, their current orders, and cash to settle. */
export function Couriers({ store }: { readonly store: Store }) {
  const query = useQuery({
    ...queryFor(readCourierDay, { query: {} }, { storeId: store.id }),
    refetchInterval: 15_000,
  })
  const manages = roleMeets(store.role, 'manager')
  if (query.isPending) return <Skeleton height={260} />
  if (query.error && !query.data)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const { couriers, day } = query.data
  return (
    <>
      {couriers.length === 0 ? (
        <EmptyState icon="bike" title="Nenhum entregador ainda">
          {manages
            ? 'Inclua quem entrega para a loja, logo abaixo.'
            : 'Peça a quem administra a loja para incluir.'}
        </EmptyState>
      ) : null}
      <ul>
        {couriers.map((courier) => (
          <Courier key={courier.id} courier={courier} day={day} storeId={store.id} manages={manages} />
        ))}
      </ul>
      {manages ? <NewCourier storeId={store.id} isFirst={couriers.length === 0} /> : null}
      {couriers.length > 0 ? <QuestionOnDispatch storeId={store.id} /> : null}
    </>
  )
}

/** Switches the question on again. */
function QuestionOnDispatch({ storeId }: { readonly storeId: string }) {
  const asked = useIsCourierAsked(storeId)
  return (
    <label className={styles.question}>
      <input
        type="checkbox"
        checked={asked}
        onChange={(event) => askForCouriers(storeId, event.target.checked)}
      />
      Perguntar neste aparelho quem leva, quando um pedido sai
    </label>
  )
}

function Courier({ courier, day, storeId, manages }: CourierProps & { readonly day: string }) {
  const [editing, setEditing] = useState(false)
  const words = dayWords(courier, storeId)
  if (editing) return <EditedCourier courier={courier} storeId={storeId} onEnd={() => setEditing(false)} />
  return (
    <Stack as="li" gap={6} className={styles.courier}>
      <Row gap={8} justify="between">
        <div>
          <Row gap={8} wrap>
            <b>{courier.name}</b>
            <OnShift courier={courier} />
          </Row>
          {courier.phone ? <a href={phoneLink(courier.phone)}>{phoneText(courier.phone)}</a> : null}
          {words ? <p>{words}</p> : null}
        </div>
        <CourierActs courier={courier} storeId={storeId} manages={manages} onEdit={() => setEditing(true)} />
      </Row>
      {courier.money && courier.money.cashCents > 0 ? (
        <p>
          Dinheiro das entregas {money(courier.money.cashCents)}, acertado {money(courier.money.settledCents)}
        </p>
      ) : null}
      {manages && courier.money && courier.money.dueCents > 0 ? (
        <CashSettlement courier={courier} dueCents={courier.money.dueCents} day={day} storeId={storeId} />
      ) : null}
    </Stack>
  )
}

function OnShift({ courier }: { readonly courier: CourierDay }) {
  const now = useNow(30_000)
  return courier.shiftSince ? (
    <Pill tone="ok">no turno, {ago(courier.shiftSince, now)}</Pill>
  ) : (
    <Pill>{courier.active ? 'fora do turno' : 'inativo'}</Pill>
  )
}

function CourierActs({ courier, storeId, manages, onEdit }: CourierProps & { readonly onEdit: () => void }) {
  const onShift = courier.shiftSince !== null
  const shift = useAction(async (open: boolean) => {
    await ask(setShift, { params: { motoboyId: courier.id }, body: { open } }, { storeId })
    await readCouriersAgain()
  })
  return (
    <Row gap={8} align="stretch">
      {manages ? (
        <Button variant="ghost" aria-label={`Mudar ${courier.name}`} onClick={onEdit}>
          Mudar
        </Button>
      ) : null}
      {courier.active || onShift ? (
        <Button
          variant={onShift ? 'plain' : 'soft'}
          busy={shift.busyWith !== null}
          onClick={() => shift.run(!onShift)}
        >
          {onShift ? 'Encerrar turno' : 'Iniciar turno'}
        </Button>
      ) : null}
    </Row>
  )
}

/** `Em mãos: BC-31 · 4 entregues hoje`; null before the first. */
function dayWords({ inHand, delivered }: CourierDay, storeId: string): string | null {
  const held = inHand.map(({ displayId }) => codeName({ displayId, storeId })).join(', ')
  const parts = [
    held && `Em mãos: ${held}`,
    delivered > 0 && plural(delivered, 'entregue hoje', 'entregues hoje'),
  ]
  return parts.filter(Boolean).join(' · ') || null
}

function CashSettlement({
  courier,
  dueCents,
  day,
  storeId,
}: {
  readonly courier: CourierDay
  readonly dueCents: number
  readonly day: string
  readonly storeId: string
}) {
  const form = useForm({
    initial: { cents: reaisTyped(dueCents) },
    input: ({ cents }) => ({ day, cents: centsTyped(cents) ?? 0 }),
    schema: settleCash.body,
    send: async (body) => {
      await ask(
        settleCash,
        { params: { motoboyId: courier.id }, body },
        { storeId, idempotencyKey: crypto.randomUUID() },
      )
      notify(`${money(body.cents)} acertados com ${courier.name}.`)
      await readCouriersAgain()
    },
  })
  return (
    <form className={styles.settle} onSubmit={form.onSubmit} noValidate>
      <TextField
        label={`Falta acertar ${money(dueCents)}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('cents')}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        Acertar
      </Button>
    </form>
  )
}
