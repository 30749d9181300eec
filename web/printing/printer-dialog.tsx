import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import {
  readAvailablePrinters,
  readPrintConfig,
  savePrinter,
  type CodePage,
  type Paper,
  type PrintAgentView,
  type PrinterBody,
  type PrinterKind,
  type PrinterView,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../api/use-form.ts'
import { Box } from '../settings/settings.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
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
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: form.problem(name),
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  })
  return (
    <Dialog title={printer ? `Mudar ${printer.name}` : 'Nova impressora'} onClose={onClose}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Impressora">
        {form.refusal ? (
          <p className={styles.trouble} role="alert">
            {form.refusal}
          </p>
        ) : null}
        <TextField label="Nome" autoComplete="off" placeholder="Cozinha" data-first {...form.field('name')} />
        <SelectField label="Como ela está ligada" options={kindLabels} {...field('kind')} />
        {values.kind === 'network' ? (
          <TextField
            label="Endereço na rede"
            autoComplete="off"
            placeholder="192.168.0.50"
            hint="Está no papel do autoteste da impressora. A porta é 9100, a não ser que diga outra."
            {...form.field('address')}
          />
        ) : (
          <AgentPrinterFields
            storeId={storeId}
            agents={agents}
            kind={values.kind as PrinterKind}
            agent={field('agentId')}
            address={field('address')}
          />
        )}
        <SelectField
          label="O que ela imprime"
          options={[
            ['kitchen', 'Via da cozinha: itens grandes, sem preços'],
            ['delivery', 'Via completa: endereço, pagamento e troco'],
            ['both', 'As duas vias'],
          ]}
          {...field('ticket')}
        />
        <div className={styles.pair}>
          <SelectField
            label="Papel"
            options={[
              ['80', '80 mm'],
              ['58', '58 mm'],
            ]}
            {...field('paper')}
          />
          <SelectField
            label="Vias de cada"
            options={['1', '2', '3', '4', '5'].map((count) => [count, count] as const)}
            {...field('copies')}
          />
        </div>
        <Box
          words="Imprimir no aceite"
          hint={`Aceito por uma pessoa, pelo aceite automático ou ${everyMarketplace('por')}. Sem isto, só a pedido.`}
          checked={values.autoPrint === 'on'}
          onChange={(checked) => form.set('autoPrint', checked ? 'on' : '')}
        />
        <SelectField
          label="Se ela falhar três vezes"
          options={[
            ['', 'Esperar ela voltar'],
            ...printers
              .filter((one) => one.id !== id)
              .map((one) => [one.id, `Imprimir em ${one.name}`] as const),
          ]}
          {...field('fallbackId')}
        />
        <SelectField
          label="Tabela de caracteres"
          hint="Mude só se os acentos do teste saírem errados."
          options={[
            ['cp1252', 'Windows 1252 (a mais comum)'],
            ['cp858', 'PC858'],
            ['cp860', 'PC860 (português)'],
          ]}
          {...field('codePage')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

interface Field {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { target: { value: string } }) => void
}

function AgentPrinterFields({
  storeId,
  agents,
  kind,
  agent,
  address,
}: {
  readonly storeId: string
  readonly agents: readonly PrintAgentView[]
  readonly kind: PrinterKind
  readonly agent: Field
  readonly address: Field
}) {
  const { data } = useQuery(queryFor(readAvailablePrinters, {}, { storeId }))
  const paired = agents.filter((one) => one.paired)
  const seen =
    data?.agents.find((one) => one.agentId === agent.value)?.printers.filter((one) => one.kind === kind) ?? []
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
        {...agent}
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
        {...address}
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

function valuesOf(printer: PrinterView | null, agents: readonly PrintAgentView[]) {
  return {
    name: printer?.name ?? '',
    kind: printer?.kind ?? ('network' as string),
    address: printer?.address ?? '',
    agentId: printer?.agentId ?? agents.find((agent) => agent.paired)?.id ?? '',
    paper: String(printer?.paper ?? 80),
    codePage: printer?.codePage ?? ('cp1252' as string),
    copies: String(printer?.copies ?? 1),
    ticket: printer?.ticket ?? ('kitchen' as string),
    autoPrint: (printer?.autoPrint ?? true) ? 'on' : '',
    fallbackId: printer?.fallbackId ?? '',
  }
}

function inputOf(values: ReturnType<typeof valuesOf>, version: number): PrinterBody {
  return {
    name: values.name.trim(),
    kind: values.kind as PrinterKind,
    address: values.address.trim(),
    agentId: values.kind === 'network' || values.agentId === '' ? null : values.agentId,
    paper: Number(values.paper) as Paper,
    codePage: values.codePage as CodePage,
    copies: Number(values.copies),
    ticket: values.ticket as PrinterBody['ticket'],
    autoPrint: values.autoPrint === 'on',
    fallbackId: values.fallbackId === '' ? null : values.fallbackId,
    version,
  }
}
