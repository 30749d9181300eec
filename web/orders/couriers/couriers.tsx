import { useQuery } from '@tanstack/react-query'
import { roleMeets } from '../../../contract/shared/access.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import {
  addMotoboy,
  readCourierDay,
  setShift,
  settleCash,
  updateMotoboy,
  type CourierDay,
} from '../../../contract/orders/motoboys.ts'
import { readMotoboys } from '../../../contract/orders/work.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
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
import { ago, money, plural } from '../../words/format.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './couriers-dialog.module.css'
import { askForCouriers, useIsCourierAsked } from './courier-question-off.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

const again = () => Promise.all([refresh(readCourierDay), refresh(readMotoboys)])

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
      {couriers.length > 0 ? <QuestionOnDispatch storeId={store.id} /> : null}
      {manages ? <NewCourier storeId={store.id} /> : null}
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

function Courier({
  courier,
  day,
  storeId,
  manages,
}: {
  readonly courier: CourierDay
  readonly day: string
  readonly storeId: string
  readonly manages: boolean
}) {
  const now = useNow(30_000)
  const onShift = courier.shiftSince !== null
  const words = dayWords(courier, storeId)
  const shift = useAction(async (open: boolean) => {
    await ask(setShift, { params: { motoboyId: courier.id }, body: { open } }, { storeId })
    await again()
  })
  const away = useAction(async (active: false) => {
    await ask(
      updateMotoboy,
      {
        params: { motoboyId: courier.id },
        body: { name: courier.name, active, ...(courier.phone ? { phone: courier.phone } : {}) },
      },
      { storeId },
    )
    notify(`${courier.name} não é mais oferecido nos pedidos.`)
    await again()
  })
  return (
    <Stack as="li" gap={6} className={styles.courier}>
      <Row gap={8} wrap justify="between">
        <b>{courier.name}</b>
        {courier.shiftSince ? (
          <Pill tone="ok">no turno, {ago(courier.shiftSince, now)}</Pill>
        ) : (
          <Pill>{courier.active ? 'fora do turno' : 'inativo'}</Pill>
        )}
      </Row>
      {words ? <p>{words}</p> : null}
      {courier.money && courier.money.cashCents > 0 ? (
        <p>
          Dinheiro das entregas {money(courier.money.cashCents)}, acertado {money(courier.money.settledCents)}
        </p>
      ) : null}
      {manages && courier.money && courier.money.dueCents > 0 ? (
        <CashSettlement courier={courier} dueCents={courier.money.dueCents} day={day} storeId={storeId} />
      ) : null}
      <Row gap={8} align="stretch">
        <Button
          variant={onShift ? 'plain' : 'soft'}
          busy={shift.busyWith !== null}
          onClick={() => shift.run(!onShift)}
        >
          {onShift ? 'Encerrar turno' : 'Iniciar turno'}
        </Button>
        {manages && courier.active && courier.inHand.length === 0 ? (
          <Button variant="ghost" busy={away.busyWith !== null} onClick={() => away.run(false)}>
            Desativar
          </Button>
        ) : null}
      </Row>
    </Stack>
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
      await again()
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

function NewCourier({ storeId }: { readonly storeId: string }) {
  const form = useForm({
    initial: { name: '', phone: '' },
    input: ({ name, phone }) => ({ name, ...(phone.trim() ? { phone } : {}) }),
    schema: addMotoboy.body,
    send: async (body) => {
      await ask(addMotoboy, { body }, { storeId, idempotencyKey: crypto.randomUUID() })
      form.set('name', '')
      form.set('phone', '')
      notify(`${body.name.trim()} entrega para a loja.`)
      await again()
    },
  })
  return (
    <Stack
      as="form"
      gap={12}
      className={styles.new}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Novo entregador"
    >
      <h3>Novo entregador</h3>
      <FormError boxed>{form.refusal}</FormError>
      <TextField label="Nome" autoComplete="off" {...form.field('name')} />
      <TextField
        label="Telefone (opcional)"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...form.field('phone')}
      />
      <Button type="submit" variant="soft" icon="plus" busy={form.busy}>
        Incluir
      </Button>
    </Stack>
  )
}
