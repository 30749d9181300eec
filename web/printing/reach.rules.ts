import type { readAvailablePrinters } from '../../contract/printing/printer-search.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { PrinterValues } from './printer-values.ts'

export type SeenComputer = Reply<typeof readAvailablePrinters>['agents'][number]

type Wanted = Pick<PrinterValues, 'kind' | 'address' | 'agentId'>

/** What cannot work, before anybody tries it. Null: nothing speaks against it. */
export function reachProblem(wanted: Wanted, computers: readonly SeenComputer[]): string | null {
  if (wanted.kind === 'browser') return null
  if (wanted.kind === 'network') return networkProblem(wanted.address.trim(), computers)
  const computer = computers.find(({ agentId }) => agentId === wanted.agentId)
  return computer ? computerProblem(wanted, computer) : null
}

function networkProblem(address: string, computers: readonly SeenComputer[]): string | null {
  const online = computers.filter((computer) => computer.online)
  if (online.length === 0)
    return 'Nenhum computador da loja está ligado agora: sem um, nada chega a uma impressora da rede.'
  const found = online.flatMap((computer) => computer.found).filter((one) => one.address === address)
  if (found.some(({ answers }) => answers)) return null
  if (found.length > 0)
    return 'Ela aparece na rede, mas não aceita conexão. Desligue, ligue e procure de novo.'
  const number = numberOf(address.replace(/:\d+$/, ''))
  const networks = online.flatMap((computer) => computer.networks)
  if (number === null || isOwn(number) || networks.length === 0) return null
  return networks.some((network) => contains(network, number))
    ? null
    : `Este endereço está fora da rede dos computadores da loja (${[...new Set(networks)].join(', ')}). Confira.`
}

function computerProblem({ kind, address }: Wanted, computer: SeenComputer): string | null {
  if (kind === 'usb' && (computer.system === 'windows' || computer.system === 'macos'))
    return `No ${computer.system === 'windows' ? 'Windows' : 'Mac'} não há USB direto: instale a impressora nele e escolha “Instalada num computador”.`
  if (!computer.online) return `${computer.name} está desligado agora: nada imprime até ele voltar.`
  const typed = address.trim()
  const isSeen = computer.printers.some((one) => one.kind === kind && one.address === typed)
  if (kind === 'preview' || typed === '' || isSeen) return null
  return `${computer.name} não vê uma impressora com este nome agora. Confira o nome, o cabo e se ela está ligada.`
}

/** Null: a name, or no address at all. */
function numberOf(address: string): number | null {
  const parts = address.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

const contains = (network: string, address: number): boolean => {
  const [base = '', bits = '32'] = network.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor((numberOf(base) ?? 0) / size) === Math.floor(address / size)
}

/** 127.0.0.0/8: the computer itself. */
const isOwn = (address: number): boolean => Math.floor(address / 2 ** 24) === 127
