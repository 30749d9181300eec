import { useState } from 'react'
import {
  defaultTargets,
  readQualityReport,
  saveQualityTargets,
  stages,
  targetLimits,
  type QualityReport,
  type Stage,
} from '../../../contract/reports/quality.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './quality-page.module.css'
import { stageMetric } from './quality.rules.ts'

type StoreRow = QualityReport['stores'][number]

/** Target minutes of each stage, store by store. */
export function TargetsDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly StoreRow[]
  readonly onClose: () => void
}) {
  const [storeId, setStoreId] = useState(stores[0]?.storeId ?? '')
  const store = stores.find((one) => one.storeId === storeId)
  return (
    <Dialog title="Metas de tempo" onClose={onClose}>
      <Stack gap={12} className={styles.dialog}>
        {stores.length > 1 ? (
          <SelectField
            label="Loja"
            value={storeId}
            options={stores.map((one) => [one.storeId, one.name] as const)}
            onChange={(event) => setStoreId(event.target.value)}
          />
        ) : null}
        {store ? <TargetsForm key={storeId} store={store} onSaved={onClose} /> : null}
      </Stack>
    </Dialog>
  )
}

function TargetsForm({ store, onSaved }: { readonly store: StoreRow; readonly onSaved: () => void }) {
  const form = useForm({
    initial: Object.fromEntries(stages.map((stage) => [stage, String(store.targets[stage])])) as Record<
      Stage,
      string
    >,
    input: (values) => ({
      targets: Object.fromEntries(stages.map((stage) => [stage, Number(values[stage])])) as Record<
        Stage,
        number
      >,
      version: store.targetsVersion,
    }),
    schema: saveQualityTargets.body,
    send: async (body) => {
      await ask(saveQualityTargets, { body }, { storeId: store.storeId })
      notify(`Metas de ${store.name} salvas.`)
      onSaved()
      await refresh(readQualityReport)
    },
  })
  return (
    <Stack as="form" gap={12} className={styles.dialog} onSubmit={form.onSubmit} noValidate>
      <div className={styles.targets}>
        {stages.map((stage) => (
          <TextField
            key={stage}
            label={metrics[stageMetric[stage]].label}
            {...form.field(stage)}
            type="number"
            inputMode="numeric"
            min={targetLimits[stage].least}
            max={targetLimits[stage].most}
            hint={`minutos; o padrão é ${defaultTargets[stage]}`}
          />
        ))}
      </div>
      <FormError>{form.refusal}</FormError>
      <DialogFoot>
        <Button type="submit" variant="primary" busy={form.busy}>
          Salvar metas
        </Button>
      </DialogFoot>
    </Stack>
  )
}
