import { useState } from 'react'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import {
  readPrintConfig,
  savePrinter,
  testPrinter,
  type PrintAgentView,
  type PrinterBody,
  type PrinterView,
} from '../../contract/printing/printing.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { Stack } from '../kit/layout.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { PaperFields } from './paper-fields.tsx'
import { inputOf, valuesOf } from './printer-values.ts'
import styles from './printing-tab.module.css'

interface DialogProps {
  readonly storeId: string
  /** The latest version: a refresh updates the version that the next save is based on. */
  readonly printer: PrinterView | null
  readonly printers: readonly PrinterView[]
  readonly agents: readonly PrintAgentView[]
  readonly onClose: () => void
}

export function PrinterDialog({ storeId, printer, printers, agents, onClose }: DialogProps) {
  // The same key for every retry: a repeat after a lost reply adds nothing.
  const [id] = useState(() => printer?.id ?? crypto.randomUUID())
  const form = useForm({
    initial: valuesOf(printer, agents),
    schema: savePrinter.body,
    input: (values): PrinterBody => inputOf(values, printer?.version ?? 0),
    send: async (body) => {
      await ask(savePrinter, { params: { id }, body }, { storeId }).catch(async (error: unknown) => {
        await refresh(readPrintConfig)
        throw error
      })
      onClose()
      if (printer === null && body.kind !== 'browser') await testNew(storeId, id, body.name)
      else notify(`${body.name} salva. Faça um teste.`)
      await refresh(readPrintConfig)
    },
  })
  const byBrowser = form.values.kind === 'browser'
  return (
    <Dialog title={printer ? `Mudar ${printer.name}` : 'Nova impressora'} onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Impressora"
      >
        {form.refusal ? (
          <p className={styles.trouble} role="alert">
            {form.refusal}
          </p>
        ) : null}
        <TextField label="Nome" autoComplete="off" placeholder="Cozinha" data-first {...form.field('name')} />
        <ConnectionFields storeId={storeId} agents={agents} form={form} />
        <SelectField
          label="O que ela imprime"
          options={[
            ['kitchen', 'Via da cozinha: itens grandes, sem preços'],
            ['delivery', 'Via completa: endereço, pagamento e troco'],
            ['both', 'As duas vias'],
          ]}
          {...form.choice('ticket')}
        />
        <SelectField
          label="Vias de cada"
          options={[1, 2, 3, 4, 5].map((count) => [count, String(count)] as const)}
          {...form.choice('copies')}
        />
        <Box
          label="Imprimir no aceite"
          hint={`Aceito por uma pessoa, pelo aceite automático ou ${everyMarketplace('por')}. Sem isto, só a pedido.`}
          {...form.box('autoPrint')}
        />
        {byBrowser ? null : (
          <SelectField
            label="Se ela falhar três vezes"
            options={[
              ['', 'Esperar ela voltar'],
              ...printers
                .filter((one) => one.id !== id)
                .map((one) => [one.id, `Imprimir em ${one.name}`] as const),
            ]}
            {...form.choice('fallbackId')}
          />
        )}
        <PaperFields form={form} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {printer === null && !byBrowser ? 'Salvar e testar' : 'Salvar'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** The list shows its result. A test that cannot be queued does not undo the saved printer. */
async function testNew(storeId: string, id: string, name: string): Promise<void> {
  try {
    await ask(testPrinter, { params: { id } }, { storeId, idempotencyKey: crypto.randomUUID() })
    notify(`${name} salva. O teste está a caminho.`)
  } catch (error) {
    notify(`${name} salva, mas o teste não: ${errorSentence(error)}`, 'bad')
  }
}
