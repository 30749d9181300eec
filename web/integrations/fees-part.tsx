import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  readChannelFees,
  removeChannelFees,
  saveChannelFees,
  type ChannelFeesView,
  type FeeContract,
} from '../../contract/integrations/fees.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { DayField } from '../days/day-field.tsx'
import { useForm } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { FormError } from '../kit/form-error.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dayBrief } from '../words/format.ts'
import {
  costText,
  feesTyped,
  holdingNow,
  sinceText,
  termsText,
  typedFees,
  unreadFees,
} from './fee-words.rules.ts'
import { useStep } from './integrations-data.ts'
import styles from './integrations-tab.module.css'
import { Refusal } from './refusal.tsx'

interface PartProps {
  readonly store: Store
  readonly type: string
}

/** The contract with the marketplace, for owners: what holds, what will, what did, and what it came to. */
export function FeesPart({ store, type }: PartProps) {
  const query = useQuery(queryFor(readChannelFees, { query: { type } }, { storeId: store.id }))
  const [changing, setChanging] = useState(false)
  const view = query.data
  if (!view)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <div className={styles.feesAwaited}>
        <Skeleton height={98} />
      </div>
    )
  const holds = holdingNow(view)
  if (changing || view.contracts.length === 0)
    return <FeesForm key={view.version} store={store} view={view} onDone={() => setChanging(false)} />
  const earlier = holds ? view.contracts.slice(view.contracts.indexOf(holds) + 1) : []
  const cost = costText(view)
  return (
    <Stack gap={6} className={styles.fees}>
      <Row wrap justify="between">
        <p>
          {holds ? (
            <>
              {withChannel('O', type)} fica com <b>{termsText(holds)}</b>
              {sinceText(holds) ? `, ${String(sinceText(holds))}` : ''}.
            </>
          ) : (
            'O contrato ainda não começou.'
          )}
        </p>
        <Button variant="ghost" onClick={() => setChanging(true)}>
          Mudar contrato
        </Button>
      </Row>
      {cost ? <p className={styles.quiet}>{cost}</p> : null}
      {view.contracts
        .filter(({ fromDay }) => fromDay !== null && fromDay > view.today)
        .toReversed()
        .map((next) => (
          <NextContract key={next.fromDay} store={store} view={view} next={next} />
        ))}
      {earlier.length > 0 ? (
        <details className={styles.answers}>
          <summary>Contratos anteriores</summary>
          <ul>
            {earlier.map((one) => (
              <li key={one.fromDay}>
                {termsText(one)} <Muted as="small">{sinceText(one) ?? 'no começo'}</Muted>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Stack>
  )
}

function NextContract({
  store,
  view: { type, version },
  next,
}: {
  readonly store: Store
  readonly view: ChannelFeesView
  readonly next: FeeContract
}) {
  const step = useStep()
  const day = next.fromDay ?? ''
  const remove = () =>
    step.run('remove', async () => {
      const query = { type, fromDay: day, version: String(version) }
      try {
        await ask(removeChannelFees, { query }, { storeId: store.id })
        notify('Contrato desmarcado.')
      } finally {
        await refresh(readChannelFees)
      }
    })
  return (
    <>
      <Row wrap justify="between">
        <p>
          A partir de {dayBrief(day, true)}: {termsText(next)}.
        </p>
        <Button variant="ghost" busy={step.isBusy('remove')} onClick={() => void remove()}>
          Desmarcar
        </Button>
      </Row>
      <Refusal text={step.refusal} />
    </>
  )
}

function FeesForm({
  store,
  view,
  onDone,
}: {
  readonly store: Store
  readonly view: ChannelFeesView
  readonly onDone: () => void
}) {
  const { type, version, today, contracts } = view
  const form = useForm({
    initial: typedFees(holdingNow(view), today),
    check: unreadFees,
    input: (typed) => ({ type, fromDay: typed.fromDay, fees: feesTyped(typed), version }),
    schema: saveChannelFees.body,
    send: async (body) => {
      await ask(saveChannelFees, { body }, { storeId: store.id })
      notify(
        body.fromDay > today
          ? `Contrato marcado para ${dayBrief(body.fromDay)}.`
          : 'Contrato salvo. Vale para os pedidos de agora em diante.',
      )
      await refresh(readChannelFees)
      onDone()
    },
  })
  return (
    <Stack
      as="form"
      gap={12}
      className={styles.feesForm}
      onSubmit={form.onSubmit}
      noValidate
      aria-label={`Contrato ${withChannel('de', type)}`}
    >
      <p>
        <b>Quanto {withChannel('o', type)} cobra?</b>{' '}
        <span className={styles.quiet}>
          Está no seu contrato. Com isso os relatórios mostram o que você recebe, antes do repasse chegar. Só
          os donos veem.
        </span>
      </p>
      <div className={styles.feesFields}>
        <TextField
          {...form.field('commission')}
          label="Comissão (%)"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form.field('payment')}
          label="Taxa de pagamento (%)"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form.field('monthly')}
          label="Mensalidade (R$)"
          inputMode="decimal"
          autoComplete="off"
        />
        <DayField
          label="Vale desde"
          today={today}
          value={form.values.fromDay}
          error={form.problem('fromDay')}
          onChange={(day) => form.set('fromDay', day)}
        />
      </div>
      <Box
        {...form.box('samePrices')}
        label="O contrato pede o mesmo preço dos outros canais"
        hint={`Você é avisado quando um item custa mais ${withChannel('em', type)}.`}
      />
      <FormError>{form.refusal}</FormError>
      <Row gap={12} wrap>
        <Button type="submit" busy={form.busy}>
          Salvar contrato
        </Button>
        {contracts.length > 0 ? (
          <Button variant="ghost" onClick={onDone}>
            Cancelar
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}
