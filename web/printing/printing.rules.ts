import type { LiveEvent } from '../../contract/live/live.ts'
import {
  printCauses,
  type PrintCause,
  type PrintJob,
  type PrintJobState,
} from '../../contract/printing/printing.ts'
import type { readPrintStates } from '../../contract/printing/printing.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { IconName } from '../ui/icon.tsx'
import type { Tone } from '../ui/pill.tsx'
import { localClock } from '../words/format.ts'
import { inStores } from '../words/in-stores.ts'
import { nearDay } from '../words/near-day.ts'

export type PrintStates = Reply<typeof readPrintStates>
export type WatchedPrinter = PrintStates['printers'][number]

const jobLabels: Record<PrintJobState, string> = {
  queued: 'Na fila',
  sent: 'Imprimindo',
  handed: 'Enviado ao navegador',
  printed: 'Impresso',
  failed: 'Não saiu',
  expired: 'Venceu sem sair',
}
const jobTones: Record<PrintJobState, Tone> = {
  queued: 'info',
  sent: 'info',
  handed: 'info',
  printed: 'ok',
  failed: 'bad',
  expired: 'bad',
}

/** The result of a ticket in one word; a withdrawn ticket did not fail. */
export function jobPill(job: PrintJob, now: Date, timezone: string): { tone: Tone; words: string } {
  if (job.waitsUntil)
    return {
      tone: 'info',
      words: `Sai ${nearDay(job.waitsUntil, now, timezone)}às ${localClock(job.waitsUntil, timezone)}`,
    }
  if (job.cause === 'returned' || job.cause === 'cancelled') return { tone: 'plain', words: 'Cancelada' }
  return { tone: jobTones[job.state], words: jobLabels[job.state] }
}

/** Badge on an order card; without a requested ticket there is none. */
export const badgeLabels: Record<PrintJobState, { words: string; icon: IconName; bad: boolean }> = {
  queued: { words: 'Impressão na fila', icon: 'print', bad: false },
  sent: { words: 'Imprimindo', icon: 'print', bad: false },
  handed: { words: 'Enviado ao navegador', icon: 'print', bad: false },
  printed: { words: 'Impresso', icon: 'print', bad: false },
  failed: { words: 'A impressão falhou', icon: 'alert', bad: true },
  expired: { words: 'Não foi impresso', icon: 'alert', bad: true },
}

export const ticketLabels: Record<PrintJob['ticket'], string> = {
  kitchen: 'Via da cozinha',
  delivery: 'Via completa',
  test: 'Teste',
}

export const causeText = (cause: PrintCause | null): string =>
  cause ? printCauses[cause] : 'Ainda sem notícia dela.'

/** Why it does not print, and since when. */
export const outText = (cause: PrintCause | null, sinceText: string): string =>
  `${causeText(cause)} Fora ${sinceText === 'agora' ? 'há poucos segundos' : sinceText}.`

export interface PrinterWatch {
  readonly level: 'ok' | 'hint' | 'bad'
  readonly words: string
  readonly repair: string
  /** Printers that need attention, worst first. */
  readonly troubled: readonly WatchedPrinter[]
}

/** Of these stores' printers. Null: none of them has one. */
export function printerWatch(
  printers: readonly WatchedPrinter[],
  stores: readonly { readonly id: string; readonly name: string }[],
): PrinterWatch | null {
  if (printers.length === 0) return null
  const troubled = printers
    .filter((printer) => printer.state === 'out' || printer.unprinted.length > 0)
    .toSorted((a, b) => b.unprinted.length - a.unprinted.length)
  const unprinted = troubled.reduce((sum, printer) => sum + printer.unprinted.length, 0)
  const [first] = troubled
  if (!first)
    return {
      level: 'ok',
      words: printers.length === 1 ? 'Impressora pronta' : `${String(printers.length)} impressoras prontas`,
      repair: printers.some(({ kind }) => kind === 'browser')
        ? 'O que o navegador imprime, uma pessoa confirma. O que não sai nas outras aparece aqui.'
        : 'Cada via impressa é confirmada pela impressora. O que não sai aparece aqui.',
      troubled,
    }
  const out = troubled.filter((printer) => printer.state === 'out')
  const where = inStores(
    (out.length > 0 ? out : troubled).map(
      ({ storeId }) => stores.find(({ id }) => id === storeId)?.name ?? '',
    ),
    stores.length,
  )
  const what =
    out.length === 1 && out[0]
      ? `Impressora ${out[0].name} parada`
      : out.length > 1
        ? `${String(out.length)} impressoras paradas`
        : 'Impressão pendente'
  const words = `${what}${where}`
  return {
    level: 'bad',
    words: unprinted > 0 ? `${words} · ${String(unprinted)} sem sair` : words,
    repair: 'O que falhou sai sozinho quando a impressora volta. Também dá para mandar para outra.',
    troubled,
  }
}

/** `via 1 de 2` if there are several. */
export const copyText = (job: Pick<PrintJob, 'copy' | 'copies'>): string =>
  job.copies > 1 ? `via ${String(job.copy)} de ${String(job.copies)}` : ''

/** What came out of the printers: `impresso em Cozinha.`, `não saiu em Cozinha. Sem papel.`, `na fila de Cozinha.` */
export function printOutcome(jobs: readonly PrintJob[]): {
  readonly ended: boolean
  readonly bad: boolean
  readonly words: string
} {
  const at = (states: readonly PrintJobState[]) =>
    [...new Set(jobs.filter((job) => states.includes(job.state)).map((job) => job.printerName))].join(', ')
  const [failed, waiting] = [at(['failed', 'expired']), at(['queued', 'sent'])]
  const [handed, printed] = [at(['handed']), at(['printed'])]
  const cause = jobs.find((job) => job.state === 'failed' || job.state === 'expired')?.cause ?? null
  const parts = [
    failed ? `não saiu em ${failed}. ${causeText(cause)}` : null,
    waiting ? `ainda não saiu, na fila de ${waiting}.` : null,
    handed ? `enviado ao navegador (${handed}). Confira se saiu.` : null,
    printed ? `impresso em ${printed}.` : null,
  ].filter((part) => part !== null)
  return {
    ended: jobs.length > 0 && waiting === '',
    bad: failed !== '' || waiting !== '',
    words: parts.join(' ') || 'não deu para saber se saiu; confira na impressora.',
  }
}

export const concernsPrinting = (event: LiveEvent): boolean =>
  event.kind === 'resync' ||
  (event.kind === 'store' && event.topic === 'printers') ||
  (event.kind === 'order' &&
    (/PRINT/.test(event.type) || ['CONFIRMED', 'RETURNED', 'PREPARATION_DUE'].includes(event.type)))
