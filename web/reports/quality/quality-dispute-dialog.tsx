import { useState } from 'react'
import { everyMarketplace } from '../../../contract/shared/channels.ts'
import {
  answerDispute,
  readDisputes,
  rejectReasons,
  type Dispute,
  type RejectReason,
} from '../../../contract/orders/disputes.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import { Segments } from '../frame/segments.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Stack } from '../../kit/layout.tsx'
import { Problem } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './quality-page.module.css'
import { askedText } from './quality.rules.ts'

type Way = 'reject' | 'alternative' | 'accept'
type Body = Sent<typeof answerDispute> extends { readonly body: infer B } ? B : never

const acceptLabels: Readonly<Record<string, string>> = {
  HIGH_STORE_DEMAND: 'A loja está com muito movimento',
  LACK_OF_DRIVERS: 'Falta de entregadores',
  STORE_SYSTEM_ISSUES: 'Problema no sistema da loja',
  OPERATIONAL_ISSUES: 'Problema na operação',
  ORDER_OUT_FOR_DELIVERY: 'O pedido já saiu',
  STORE_INTERNAL_DIFFICULTIES: 'Dificuldade interna da loja',
  OTHER_REASONS: 'Outro motivo',
}

/** Reject, offer a part, or accept: the cost of each is shown before sending. */
export function DisputeDialog({
  dispute,
  onClose,
}: {
  readonly dispute: Dispute
  readonly onClose: () => void
}) {
  const offer = dispute.alternatives.find((one) => one.mostCents !== null)
  const most = Math.min(dispute.askedCents, offer?.mostCents ?? dispute.askedCents)
  const [way, setWay] = useState<Way>('reject')
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial: { reason: 'WRONG_ORDER', acceptReason: dispute.acceptReasons[0] ?? '', cents: '' },
    input: (values): Body => {
      if (way === 'reject') return { answer: 'reject', reason: values.reason as RejectReason }
      if (way === 'accept')
        return { answer: 'accept', ...(values.acceptReason === '' ? {} : { reason: values.acceptReason }) }
      return { answer: 'alternative', alternativeId: offer?.id ?? '', cents: centsTyped(values.cents) ?? 0 }
    },
    schema: answerDispute.body,
    send: async (body) => {
      await ask(
        answerDispute,
        { params: { disputeId: dispute.id }, body },
        { storeId: dispute.storeId, idempotencyKey: key },
      )
      notify(`Resposta enviada ${everyMarketplace('a')}.`)
      onClose()
      await refresh(readDisputes)
    },
  })
  return (
    <Dialog title={`Negociação do pedido ${codeName(dispute)}`} onClose={onClose}>
      <Stack as="form" gap={12} className={styles.dialog} onSubmit={form.onSubmit} noValidate>
        <p>
          O cliente {askedText(dispute)}. {dispute.message}
        </p>
        <Segments<Way>
          label="O que fazer"
          options={[
            ['reject', 'Recusar'],
            ...(offer ? ([['alternative', 'Oferecer parte']] as const) : []),
            ['accept', 'Aceitar'],
          ]}
          value={way}
          onChoose={setWay}
        />
        {way === 'reject' ? (
          <SelectField
            label="Motivo da recusa"
            value={form.values.reason}
            error={form.problem('reason')}
            options={Object.entries(rejectReasons)}
            onChange={(event) => form.set('reason', event.target.value)}
          />
        ) : null}
        {way === 'alternative' ? (
          <TextField
            label="Quanto devolver"
            {...form.field('cents')}
            inputMode="decimal"
            placeholder="0,00"
            hint={`no máximo ${money(most)}; o cliente ainda precisa aceitar`}
          />
        ) : null}
        {way === 'accept' ? (
          <>
            <Problem strong>
              A loja devolve {dispute.askedExact ? '' : 'até '}
              {money(dispute.askedCents)}.
            </Problem>
            {dispute.acceptReasons.length > 0 ? (
              <SelectField
                label="Motivo"
                value={form.values.acceptReason}
                error={form.problem('reason')}
                options={dispute.acceptReasons.map(
                  (reason) => [reason, lookup(acceptLabels, reason) ?? reason] as const,
                )}
                onChange={(event) => form.set('acceptReason', event.target.value)}
              />
            ) : null}
          </>
        ) : null}
        <FormError>{form.refusal}</FormError>
        <Button type="submit" variant={way === 'accept' ? 'danger' : 'primary'} busy={form.busy}>
          {way === 'reject'
            ? 'Recusar o pedido do cliente'
            : way === 'accept'
              ? 'Aceitar e devolver'
              : 'Enviar a oferta'}
        </Button>
      </Stack>
    </Dialog>
  )
}
