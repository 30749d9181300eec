import { useQuery } from '@tanstack/react-query'
import {
  readAvailablePrinters,
  type PrintAgentView,
  type PrinterKind,
} from '../../contract/printing/printing.ts'
import { queryFor } from '../api/query.ts'
import type { Form } from '../forms/use-form.ts'
import { SelectField, TextField } from '../ui/text-field.tsx'
import type { PrinterValues } from './printer-values.ts'
import styles from './printing-tab.module.css'

const kindLabels: readonly (readonly [PrinterKind, string])[] = [
  ['network', 'Na rede (cabo de rede ou Wi-Fi)'],
  ['system', 'Instalada num computador (USB, Bluetooth)'],
  ['usb', 'USB direto, sem instalar (só Linux)'],
  ['browser', 'Pelo navegador, sem programa instalado'],
  ['preview', 'Prévia na tela, sem papel'],
]

interface ConnectionProps {
  readonly storeId: string
  readonly agents: readonly PrintAgentView[]
  readonly form: Form<PrinterValues>
}

/** How the printer is reached: its address on the network, or a computer and its name there. */
export function ConnectionFields(props: ConnectionProps) {
  const { form } = props
  return (
    <>
      <SelectField label="Como ela está ligada" options={kindLabels} {...form.choice('kind')} />
      {form.values.kind === 'browser' ? (
        <p className={styles.lead}>
          O painel abre a impressão do navegador neste aparelho: serve onde não dá para instalar o programa. O
          navegador não diz se há papel, e alguém confirma cada via.
        </p>
      ) : form.values.kind === 'network' ? (
        <TextField
          label="Endereço na rede"
          autoComplete="off"
          placeholder="192.168.0.50"
          hint="Está no papel do autoteste da impressora. A porta é 9100, a não ser que diga outra."
          {...form.field('address')}
        />
      ) : (
        <AgentPrinterFields {...props} />
      )}
    </>
  )
}

function AgentPrinterFields({ storeId, agents, form }: ConnectionProps) {
  const { kind, agentId, address } = form.values
  const { data } = useQuery(queryFor(readAvailablePrinters, {}, { storeId }))
  const paired = agents.filter((one) => one.paired)
  const seen =
    data?.agents.find((one) => one.agentId === agentId)?.printers.filter((one) => one.kind === kind) ?? []
  const isSeen = seen.some((one) => one.address === address)
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
      {seen.length > 0 ? (
        <SelectField
          label="Qual impressora dele"
          value={isSeen ? address : ''}
          options={[
            ['', 'Outra: vou digitar o nome'],
            ...seen.map((one) => [one.address, one.address] as const),
          ]}
          onChoose={(chosen) => form.set('address', chosen)}
          hint={hints[kind]}
        />
      ) : null}
      {isSeen ? null : (
        <TextField
          label={kind === 'preview' ? 'Nome da pasta' : kind === 'usb' ? 'Dispositivo' : 'Nome da impressora'}
          autoComplete="off"
          placeholder={kind === 'preview' ? 'cozinha' : kind === 'usb' ? '/dev/usb/lp0' : 'EPSON TM-T20X'}
          hint={
            seen.length > 0
              ? undefined
              : `O computador ainda não viu nenhuma deste tipo. ${hints[kind] ?? ''}`.trim()
          }
          {...form.field('address')}
        />
      )}
    </>
  )
}

const hints: Partial<Record<PrinterKind, string>> = {
  system:
    'Instale a impressora no Windows, no Mac ou no Linux; ela aparece aqui em até cinco minutos. Bluetooth: pareie e instale antes. Ainda não testamos nenhuma por Bluetooth.',
  usb: 'No Windows, instale a impressora e escolha “Instalada num computador”.',
}
