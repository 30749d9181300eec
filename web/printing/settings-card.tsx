import {
  previewTicket,
  readPrintConfig,
  savePrintSettings,
  type PrintSettings,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../api/use-form.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './printing-tab.module.css'

export function SettingsCard({
  storeId,
  settings,
}: {
  readonly storeId: string
  readonly settings: PrintSettings
}) {
  const form = useForm({
    initial: { expireMinutes: String(settings.expireMinutes), footer: settings.footer },
    schema: savePrintSettings.body,
    input: (values) => ({
      expireMinutes: values.expireMinutes.trim() === '' ? Number.NaN : Number(values.expireMinutes),
      footer: values.footer.trim(),
      version: settings.version,
    }),
    send: async (body) => {
      await ask(savePrintSettings, { body }, { storeId }).catch(async (error: unknown) => {
        await refresh(readPrintConfig)
        throw error
      })
      notify('Ajustes de impressão salvos.')
      await Promise.all([refresh(readPrintConfig), refresh(previewTicket)])
    },
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Ajustes de impressão">
      <h2>Prazo e rodapé das vias</h2>
      {form.refusal ? (
        <p className={styles.trouble} role="alert">
          {form.refusal}
        </p>
      ) : null}
      <TextField
        label="Uma via vence depois de (min)"
        inputMode="numeric"
        autoComplete="off"
        hint="O que não saiu até lá não sai mais sozinho: ninguém quer o pedido de ontem na cozinha de hoje."
        {...form.field('expireMinutes')}
      />
      <TextField
        label="Frase no fim da via completa"
        autoComplete="off"
        maxLength={120}
        placeholder="Obrigado e bom apetite"
        {...form.field('footer')}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Salvar ajustes
        </Button>
      </div>
    </form>
  )
}
