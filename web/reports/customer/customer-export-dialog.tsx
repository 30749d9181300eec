import {
  customerSegments,
  exportCustomers,
  segmentLabels,
  type CustomerSegment,
} from '../../../contract/reports/customer.ts'
import { download } from '../../api/download.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './customer-page.module.css'

export interface ExportChoice {
  readonly segment?: CustomerSegment
  readonly inactiveDays?: number
}

const formats = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['pdf', 'PDF'],
] as const

/** Names and phones are exported only with a reason; the stores can see who exported them and why. */
export function CustomerExportDialog({
  choice,
  selection,
  onClose,
}: {
  readonly choice: ExportChoice
  readonly selection: string | undefined
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: {
      segment: choice.segment ?? '',
      inactiveDays: choice.inactiveDays === undefined ? '' : String(choice.inactiveDays),
      format: 'xlsx',
      reason: '',
    },
    schema: exportCustomers.body,
    input: ({ segment, inactiveDays, format, reason }) => ({
      reason,
      format: formats.find(([name]) => name === format)?.[0] ?? 'csv',
      ...(segment === '' ? {} : { segment: customerSegments.find((one) => one === segment) }),
      ...(inactiveDays.trim() === '' ? {} : { inactiveDays: Number(inactiveDays) }),
    }),
    send: async (body) => {
      await download(exportCustomers, { query: selection === undefined ? {} : { selection }, body })
      notify('Arquivo salvo. A exportação ficou registrada com o motivo.')
      onClose()
    },
  })
  return (
    <Dialog title="Exportar contatos" onClose={onClose}>
      <Stack as="form" gap={14} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p>
          O arquivo leva nome e telefone dos clientes das lojas escolhidas. Pela LGPD, use só para o fim que
          você disser aqui e apague depois. Fica registrado quem exportou, quando, quantos e por quê.
        </p>
        <SelectField
          label="Grupo"
          name="segment"
          value={form.values.segment}
          error={form.problem('segment')}
          options={[
            ['', 'Todos os clientes'],
            ...customerSegments.map((segment) => [segment, segmentLabels[segment].name] as const),
          ]}
          onChange={(event) => form.set('segment', event.target.value)}
        />
        <TextField
          {...form.field('inactiveDays')}
          label="Só quem não pede há mais de (dias)"
          hint="Vazio: sem esse filtro."
          inputMode="numeric"
          maxLength={4}
        />
        <SelectField
          label="Formato"
          name="format"
          value={form.values.format}
          options={formats}
          onChange={(event) => form.set('format', event.target.value)}
        />
        <TextField
          {...form.field('reason')}
          label="Para que você precisa destes dados?"
          hint="Por exemplo: convidar clientes sem pedir há 60 dias para a promoção de dezembro."
          maxLength={300}
        />
        <FormError>{form.refusal}</FormError>
        <DialogFoot>
          <Button type="submit" variant="primary" icon="download" busy={form.busy}>
            Exportar e registrar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
