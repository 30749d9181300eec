import { useState, type ReactNode } from 'react'
import {
  addMotoboy,
  readCourierDay,
  updateMotoboy,
  type CourierDay,
} from '../../../contract/orders/motoboys.ts'
import { readMotoboys } from '../../../contract/orders/work.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useForm, type Form } from '../../forms/use-form.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './couriers-dialog.module.css'

/** What a person types of a courier. */
interface CourierTyped {
  readonly name: string
  readonly phone: string
}

export const readCouriersAgain = () => Promise.all([refresh(readCourierDay), refresh(readMotoboys)])

/** Open while the store has no courier yet, else behind a button. */
export function NewCourier({ storeId, isFirst }: { readonly storeId: string; readonly isFirst: boolean }) {
  const [opened, setOpened] = useState(false)
  const form = useForm({
    initial: { name: '', phone: '' },
    input: courierOf,
    schema: addMotoboy.body,
    send: async (body) => {
      await ask(addMotoboy, { body }, { storeId, idempotencyKey: crypto.randomUUID() })
      form.set('name', '')
      form.set('phone', '')
      setOpened(false)
      notify(`${body.name.trim()} entrega para a loja.`)
      await readCouriersAgain()
    },
  })
  if (!isFirst && !opened)
    return (
      <Row className={styles.new}>
        <Button icon="plus" onClick={() => setOpened(true)}>
          Novo entregador
        </Button>
      </Row>
    )
  return (
    <CourierForm form={form} label="Novo entregador" focuses={opened}>
      <Button type="submit" variant="primary" busy={form.busy}>
        Incluir
      </Button>
      {isFirst ? null : (
        <Button variant="ghost" onClick={() => setOpened(false)}>
          Cancelar
        </Button>
      )}
    </CourierForm>
  )
}

/** Another name or phone, or no longer offered: a courier with orders in hand stays until they arrive. */
export function EditedCourier({
  courier,
  storeId,
  onEnd,
}: {
  readonly courier: CourierDay
  readonly storeId: string
  readonly onEnd: () => void
}) {
  const update = async (body: ReturnType<typeof courierOf>, active: boolean) => {
    await ask(updateMotoboy, { params: { motoboyId: courier.id }, body: { ...body, active } }, { storeId })
    await readCouriersAgain()
  }
  const typedNow = { name: courier.name, phone: courier.phone ?? '' }
  const form = useForm({
    initial: typedNow,
    input: (typed) => ({ ...courierOf(typed), active: courier.active }),
    schema: updateMotoboy.body,
    send: async ({ active, ...body }) => {
      await update(body, active)
      onEnd()
    },
  })
  const offer = useAction(async (active: boolean) => {
    await update(courierOf(typedNow), active)
    if (!active)
      notify(`${courier.name} não é mais oferecido nos pedidos.`, 'plain', {
        label: 'Desfazer',
        run: () => void update(courierOf(typedNow), true),
      })
    onEnd()
  })
  return (
    <li className={styles.courier}>
      <CourierForm form={form} label={`Mudar ${courier.name}`} focuses>
        <Button type="submit" variant="primary" busy={form.busy}>
          Salvar
        </Button>
        <Button variant="ghost" onClick={onEnd}>
          Cancelar
        </Button>
        <Button
          variant="ghost"
          className={styles.offer}
          busy={offer.busyWith !== null}
          disabledReason={courier.inHand.length > 0 ? 'Há pedidos em mãos.' : null}
          onClick={() => offer.run(!courier.active)}
        >
          {courier.active ? 'Desativar' : 'Reativar'}
        </Button>
      </CourierForm>
    </li>
  )
}

function CourierForm({
  form,
  label,
  focuses,
  children,
}: {
  readonly form: Form<CourierTyped>
  readonly label: string
  readonly focuses: boolean
  readonly children: ReactNode
}) {
  return (
    <Stack as="form" gap={12} onSubmit={form.onSubmit} noValidate aria-label={label}>
      <FormError boxed>{form.refusal}</FormError>
      <div className={styles.fields}>
        {/* Opened by a press: the person is about to type. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <TextField label="Nome" autoComplete="off" autoFocus={focuses} {...form.field('name')} />
        <TextField
          label="Telefone (opcional)"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...form.field('phone')}
        />
      </div>
      <Row gap={8} wrap>
        {children}
      </Row>
    </Stack>
  )
}

const courierOf = ({ name, phone }: CourierTyped) => ({ name, ...(phone.trim() ? { phone } : {}) })
