import {
  previewTicket,
  readPrintConfig,
  savePrintSettings,
  type PrintSettings,
} from '../../contract/printing/printing.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { ApplyElsewhere, useDraft, type DraftWords } from '../settings/settings.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { TextField } from '../ui/text-field.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './printing-tab.module.css'

/** When a ticket is too old to come out, and the line at its foot. */
export function SettingsCard({
  store,
  stores,
  settings,
}: StoreSectionProps & { readonly settings: PrintSettings }) {
  const draft = useDraft({
    saved: valuesOf(settings),
    words,
    schema: savePrintSettings.body,
    input: (values) => ({
      expireMinutes: values.expireMinutes.trim() === '' ? Number.NaN : Number(values.expireMinutes),
      footer: values.footer.trim(),
      version: settings.version,
    }),
    send: async (body) => {
      await ask(savePrintSettings, { body }, { storeId: store.id }).catch(async (error: unknown) => {
        // Shows what somebody else saved.
        if (error instanceof ApiError && error.code === 'print/stale-settings') await refresh(readPrintConfig)
        throw error
      })
      await Promise.all([refresh(readPrintConfig), refresh(previewTicket)])
    },
  })
  return (
    <Stack
      as="form"
      gap={14}
      className={styles.form}
      onSubmit={draft.onSubmit}
      noValidate
      aria-label="Prazo e frase das vias"
    >
      <h2 id="vias">Prazo e frase das vias</h2>
      <TextField
        label="Uma via vence depois de (min)"
        inputMode="numeric"
        autoComplete="off"
        hint="O que não saiu até lá não sai mais sozinho: ninguém quer o pedido de ontem na cozinha de hoje."
        {...draft.field('expireMinutes')}
      />
      <TextField
        label="Frase no fim da via completa"
        autoComplete="off"
        maxLength={120}
        placeholder="Obrigado e bom apetite"
        {...draft.field('footer')}
      />
      <button type="submit" hidden>
        Salvar
      </button>
      <ApplyElsewhere
        store={store}
        stores={stores}
        action={{
          kind: 'printing',
          settings: { expireMinutes: settings.expireMinutes, footer: settings.footer },
        }}
        onDone={() => refresh(readPrintConfig)}
      />
    </Stack>
  )
}

const words: DraftWords<ReturnType<typeof valuesOf>> = {
  expireMinutes: { label: 'Uma via vence depois de', unit: 'min' },
  footer: {
    label: 'Frase da via',
    show: (text) => (text.trim() === '' ? 'nenhuma' : `“${text.trim()}”`),
  },
}

const valuesOf = ({ expireMinutes, footer }: PrintSettings) => ({
  expireMinutes: String(expireMinutes),
  footer,
})
