import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import {
  readAvailablePrinters,
  readPrintConfig,
  savePrinter,
  type PrintAgentView,
  type PrinterBody,
  type PrinterKind,
  type PrinterView,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm, type Form } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { Stack } from '../kit/layout.tsx'
import { PaperFields } from './paper-fields.tsx'
import { inputOf, valuesOf, type PrinterValues } from './printer-values.ts'
import styles from './printing-tab.module.css'

const kindLabels: readonly (readonly [PrinterKind, string])[] = [
  ['network', 'Na rede (cabo de rede ou Wi-Fi)'],
  ['system', 'Instalada num computador (CUPS)'],
  ['usb', 'USB direto num computador'],
  ['preview', 'Prévia na tela, sem papel'],
]

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
      notify(`${body.name} salva. Faça um teste.`)
      onClose()
      await refresh(readPrintConfig)
    },
  })
  const { values } = form
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
        <SelectField label="Como ela está ligada" options={kindLabels} {...form.choice('kind')} />
        {values.kind === 'network' ? (
          <TextField
            label="Endereço na rede"
            autoComplete="off"
            placeholder="192.168.0.50"
            hint="Está no papel do autoteste da impressora. A porta é 9100, a não ser que diga outra."
            {...form.field('address')}
          />
        ) : (
          <AgentPrinterFields storeId={storeId} agents={agents} form={form} />
        )}
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
        <PaperFields form={form} />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function AgentPrinterFields({
  storeId,
  agents,
  form,
}: {
  readonly storeId: string
  readonly agents: readonly PrintAgentView[]
  readonly form: Form<PrinterValues>
}) {
  const { kind, agentId } = form.values
  const { data } = useQuery(queryFor(readAvailablePrinters, {}, { storeId }))
  const paired = agents.filter((one) => one.paired)
  const seen =
    data?.agents.find((one) => one.agentId === agentId)?.printers.filter((one) => one.kind === kind) ?? []
  if (paired.length === 0)
    return (
      <p className={styles.trouble}>
        Antes, conecte um computador da loja em “Computadores”: é ele que fala com esta impressora.
      </p>
    )
  return (
    <>
      <SelectField
        label="Em que computador"
        options={[['', 'Escolha'], ...paired.map((one) => [one.id, one.name] as const)]}
        {...form.choice('agentId')}
      />
      <TextField
        label={kind === 'preview' ? 'Nome da pasta' : kind === 'usb' ? 'Dispositivo' : 'Nome da fila'}
        autoComplete="off"
        placeholder={kind === 'preview' ? 'cozinha' : kind === 'usb' ? '/dev/usb/lp0' : 'EPSON_TM_T20'}
        list="printers-seen"
        hint={
          seen.length > 0
            ? `O computador vê: ${seen.map((one) => one.address).join(', ')}.`
            : 'O computador ainda não viu nenhuma deste tipo.'
        }
        {...form.field('address')}
      />
      <datalist id="printers-seen">
        {seen.map((one) => (
          <option key={one.address} value={one.address}>
            {one.name}
          </option>
        ))}
      </datalist>
    </>
  )
}
