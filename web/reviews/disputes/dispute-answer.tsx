import { useState } from 'react'
import {
  answerDispute,
  recordDays,
  rejectReasons,
  type Dispute,
  type readDisputes,
} from '../../../contract/orders/disputes.ts'
import type { OrderItem } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { ask } from '../../api/ask.ts'
import { useForm, type Form } from '../../forms/use-form.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import { money } from '../../words/format.ts'
import { reaisTyped } from '../../words/reais-typed.ts'
import { refreshAfterSale } from '../after-sale-data.ts'
import {
  answerOf,
  dishSums,
  missing,
  noAnswer,
  offersOf,
  sendWords,
  waysOf,
  type AnswerValues,
} from './answer.rules.ts'
import styles from '../reviews-page.module.css'

/** The marketplace's reasons for an acceptance. */
const acceptLabels: Readonly<Record<string, string>> = {
  HIGH_STORE_DEMAND: 'A loja está com muito movimento',
  LACK_OF_DRIVERS: 'Falta de entregadores',
  STORE_SYSTEM_ISSUES: 'Problema no sistema da loja',
  OPERATIONAL_ISSUES: 'Problema na operação',
  ORDER_OUT_FOR_DELIVERY: 'O pedido já saiu',
  STORE_INTERNAL_DIFFICULTIES: 'Dificuldade interna da loja',
  OTHER_REASONS: 'Outro motivo',
}

/** The answers, none chosen, each with its consequence; the button says what is missing. */
export function DisputeAnswer({
  dispute,
  items,
  record,
}: {
  readonly dispute: Dispute
  readonly items: readonly OrderItem[]
  readonly record: Reply<typeof readDisputes>['record'] | null
}) {
  const [keys] = useState(() => new Map<string, string>())
  const form = useForm<AnswerValues, ReturnType<typeof answerOf>>({
    initial: noAnswer,
    input: (values) => answerOf(dispute, values),
    schema: answerDispute.body,
    send: async (body) => {
      // Sent again after a lost reply, the same answer is the same request.
      const text = JSON.stringify(body)
      const idempotencyKey = keys.get(text) ?? crypto.randomUUID()
      keys.set(text, idempotencyKey)
      await ask(
        answerDispute,
        { params: { disputeId: dispute.id }, body },
        { storeId: dispute.storeId, idempotencyKey },
      ).finally(() => void refreshAfterSale())
      notify(`Resposta enviada ${withChannel('a', dispute.source)}.`)
    },
  })
  const { values } = form
  const lacks = missing(dispute, values)
  return (
    <form
      className={styles.answer}
      aria-label="Responder"
      noValidate
      onSubmit={(event) => {
        if (lacks === null) form.onSubmit(event)
        else event.preventDefault()
      }}
    >
      <fieldset>
        <legend className={hiddenClass}>A sua resposta</legend>
        {waysOf(dispute).map(({ way, title, consequence }) => (
          <div key={way} className={styles.way}>
            <label>
              <input
                type="radio"
                name="way"
                checked={values.way === way}
                onChange={() => form.set('way', way)}
              />
              <b>{title}</b>
              <small>{consequence}</small>
            </label>
            {values.way === way ? <Details dispute={dispute} items={items} form={form} /> : null}
          </div>
        ))}
      </fieldset>
      <FormError>{form.refusal}</FormError>
      <div className={styles.send}>
        <Muted size={3}>
          {record && record.ended > 0
            ? `Em ${recordDays} dias, ${record.won} de ${record.ended} terminaram sem devolver nada.`
            : null}
        </Muted>
        <Button
          type="submit"
          variant={values.way === 'accept' ? 'danger' : 'primary'}
          busy={form.busy}
          disabledReason={lacks}
        >
          {lacks ?? sendWords(dispute, values)}
        </Button>
      </div>
    </form>
  )
}

/** What the chosen answer still needs. */
function Details({
  dispute,
  items,
  form,
}: {
  readonly dispute: Dispute
  readonly items: readonly OrderItem[]
  readonly form: Form<AnswerValues>
}) {
  const { way } = form.values
  if (way === 'part') {
    const sums = dishSums(dispute, items)
    return (
      <div className={styles.details}>
        {sums.length > 0 ? (
          <div className={styles.chips} role="group" aria-label="Só um prato">
            {sums.map(({ name, cents }, index) => (
              <Button key={index} variant="soft" onClick={() => form.set('cents', reaisTyped(cents))}>
                Só {name}, {money(cents)}
              </Button>
            ))}
          </div>
        ) : null}
        <TextField
          label="Quanto devolver, em reais"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          {...form.field('cents')}
        />
      </div>
    )
  }
  if (way === 'time')
    return (
      <div className={styles.details}>
        <SelectField
          label="Quanto tempo a mais"
          {...form.choice('minutes')}
          options={withNone(
            (offersOf(dispute).time?.minutes ?? []).map((one) => [String(one), `${one}\u00a0min`]),
          )}
        />
      </div>
    )
  if (way === 'accept' && dispute.acceptReasons.length === 0) return null
  return (
    <div className={styles.details}>
      {way === 'accept' ? (
        <SelectField
          label="Motivo"
          {...form.choice('acceptReason')}
          options={withNone(
            dispute.acceptReasons.map((reason) => [reason, lookup(acceptLabels, reason) ?? reason]),
          )}
        />
      ) : (
        <SelectField
          label="Por que não devolver"
          {...form.choice('reason')}
          options={withNone(Object.entries(rejectReasons))}
        />
      )}
    </div>
  )
}

const withNone = (
  options: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] => [['', 'Escolha'], ...options]
