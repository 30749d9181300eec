import { useQuery } from '@tanstack/react-query'
import { readAvailablePrinters } from '../../contract/printing/printer-search.ts'
import type { PrintAgentView, PrinterKind } from '../../contract/printing/printing.ts'
import { queryFor } from '../api/query.ts'
import type { Form } from '../forms/use-form.ts'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { FoundPrinters } from './found-printers.tsx'
import type { PrinterValues } from './printer-values.ts'
import styles from './printing-tab.module.css'
import { reachProblem, type SeenComputer } from './reach.rules.ts'

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

/** How the printer is reached, and what speaks against it before it is tried. */
export function ConnectionFields({ storeId, agents, form }: ConnectionProps) {
  const { data } = useQuery({
    ...queryFor(readAvailablePrinters, {}, { storeId }),
    refetchInterval: ({ state }) =>
      state.data?.agents.some((one) => one.search === 'running') ? 1_000 : 10_000,
  })
  const computers = data?.agents ?? []
  const problem = data ? reachProblem(form.values, computers) : null
  return (
    <>
      <SelectField label="Como ela está ligada" options={kindLabels} {...form.choice('kind')} />
      <KindFields storeId={storeId} agents={agents} computers={computers} form={form} problem={problem} />
    </>
  )
}

interface KindProps extends ConnectionProps {
  readonly computers: readonly SeenComputer[]
  readonly problem: string | null
}

function KindFields(props: KindProps) {
  const { storeId, computers, form, problem } = props
  const trouble = problem ? (
    <p className={styles.trouble} role="status">
      {problem}
    </p>
  ) : null
  if (form.values.kind === 'browser')
    return (
      <p className={styles.lead}>
        O painel abre a impressão do navegador neste aparelho: serve onde não dá para instalar o programa. O
        navegador não diz se há papel, e alguém confirma cada via.
      </p>
    )
  if (form.values.kind !== 'network')
    return (
      <>
        <ComputerFields {...props} />
        {trouble}
      </>
    )
  return (
    <>
      <TextField
        label="Endereço na rede"
        autoComplete="off"
        placeholder="192.168.0.50"
        hint="Está no papel do autoteste da impressora. A porta é 9100, a não ser que diga outra."
        {...form.field('address')}
      />
      {trouble}
      {computers.length > 0 ? (
        <FoundPrinters
          storeId={storeId}
          computers={computers}
          onTake={({ address, name }) =>
            form.change((before) => ({
              address,
              name: before.name === '' ? name.slice(0, maxNameLetters) : before.name,
            }))
          }
        />
      ) : null}
    </>
  )
}

const maxNameLetters = 40

function ComputerFields({ agents, computers, form }: KindProps) {
  const { kind, agentId, address } = form.values
  const paired = agents.filter((one) => one.paired)
  const seen =
    computers.find((one) => one.agentId === agentId)?.printers.filter((one) => one.kind === kind) ?? []
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
