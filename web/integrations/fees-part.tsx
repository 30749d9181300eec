import { useState, type FormEvent } from 'react'
import type { ChannelFees } from '../../contract/integrations/fees.ts'
import { saveChannelFees, type IntegrationView } from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { percent, upTo } from '../words/format.ts'
import { useStep } from './integrations-data.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './integrations-tab.module.css'
import { Refusal } from './refusal.tsx'

/** What the marketplace keeps; asked once the store is connected, because nobody else can know the contract. */
export function FeesPart({
  store,
  integration,
}: {
  readonly store: Store
  readonly integration: IntegrationView
}) {
  const { type, fees } = integration
  const unknown = fees.commissionBps === 0 && fees.paymentFeeBps === 0
  const [changing, setChanging] = useState(false)
  if (unknown || changing)
    return (
      <FeesForm store={store} type={type} fees={fees} unknown={unknown} onDone={() => setChanging(false)} />
    )
  return (
    <Row as="p" wrap justify="between" className={styles.fees}>
      <span>
        {withChannel('O', type)} fica com <b>{percentOf(fees.commissionBps)}</b> do pedido e{' '}
        <b>{percentOf(fees.paymentFeeBps)}</b> do pagamento.
      </span>
      <Button variant="ghost" onClick={() => setChanging(true)}>
        Mudar taxas
      </Button>
    </Row>
  )
}

function FeesForm({
  store,
  type,
  fees,
  unknown,
  onDone,
}: {
  readonly store: Store
  readonly type: IntegrationView['type']
  readonly fees: ChannelFees
  readonly unknown: boolean
  readonly onDone: () => void
}) {
  const [commission, setCommission] = useState(typedOf(fees.commissionBps))
  const [payment, setPayment] = useState(typedOf(fees.paymentFeeBps))
  const step = useStep()
  const [commissionBps, paymentFeeBps] = [bpsTyped(commission, 4_000), bpsTyped(payment, 1_000)]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (commissionBps === null || paymentFeeBps === null) return
    void step.run('fees', async () => {
      const body = { type, fees: { commissionBps, paymentFeeBps }, seen: fees }
      await ask(saveChannelFees, { body }, { storeId: store.id })
      notify('Taxas salvas. Valem para os pedidos de agora em diante.')
      onDone()
    })
  }
  return (
    <Stack
      as="form"
      gap={12}
      className={styles.feesForm}
      onSubmit={submit}
      noValidate
      aria-label={`Taxas ${withChannel('de', type)}`}
    >
      <p>
        <b>Quanto {withChannel('o', type)} cobra?</b>{' '}
        <span className={styles.quiet}>
          Está no seu contrato. Com isso os relatórios mostram o que você recebe, antes do repasse chegar.
        </span>
      </p>
      <div className={styles.feesFields}>
        <TextField
          label="Comissão (%)"
          inputMode="decimal"
          autoComplete="off"
          value={commission}
          error={commissionBps === null ? 'De 0 a 40, como 12 ou 23,5.' : undefined}
          onChange={(event) => setCommission(event.target.value)}
        />
        <TextField
          label="Taxa de pagamento (%)"
          inputMode="decimal"
          autoComplete="off"
          value={payment}
          error={paymentFeeBps === null ? 'De 0 a 10, como 3,2.' : undefined}
          onChange={(event) => setPayment(event.target.value)}
        />
        <Button type="submit" busy={step.isBusy('fees')}>
          Salvar taxas
        </Button>
        {unknown ? null : (
          <Button variant="ghost" onClick={onDone}>
            Cancelar
          </Button>
        )}
      </div>
      <Refusal text={step.refusal} />
    </Stack>
  )
}

/** `12,5`; null: not a percentage up to `most`. */
function bpsTyped(typed: string, most: number): number | null {
  const text = typed.trim().replace(/%$/, '').trim()
  if (!/^\d{1,2}([,.]\d{1,2})?$/.test(text)) return null
  const bps = Math.round(Number(text.replace(',', '.')) * 100)
  return bps <= most ? bps : null
}

const typedOf = (bps: number): string => upTo(bps / 100, 2)
const percentOf = (bps: number): string => percent(bps / 10_000, 2)
