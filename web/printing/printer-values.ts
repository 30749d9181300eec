import { columnsOfPaper, commonColumns, type Paper } from '../../contract/printing/paper.ts'
import {
  browserAddress,
  type PrintAgentView,
  type PrinterBody,
  type PrinterView,
} from '../../contract/printing/printing.ts'

export interface PrinterValues extends Omit<PrinterBody, 'agentId' | 'fallbackId' | 'version'> {
  /** Empty: none. */
  readonly agentId: string
  readonly fallbackId: string
  /** One of the usual numbers, or 0: as typed in `ownColumns`. */
  readonly columns: number
  readonly ownColumns: string
}

const newPrinter: Omit<PrinterValues, 'agentId'> = {
  name: '',
  kind: 'network',
  address: '',
  paper: 80,
  columns: columnsOfPaper[80],
  ownColumns: '',
  codePage: 'cp1252',
  feedLines: 0,
  cutter: true,
  buzzer: 'none',
  drawer: 'none',
  copies: 1,
  ticket: 'kitchen',
  autoPrint: true,
  fallbackId: '',
}

export function valuesOf(printer: PrinterView | null, agents: readonly PrintAgentView[]): PrinterValues {
  const anyAgent = agents.find((agent) => agent.paired)?.id ?? ''
  if (printer === null) return { ...newPrinter, agentId: anyAgent }
  const { id: _id, version: _version, state: _state, since: _since, cause: _cause, ...kept } = printer
  const usual = commonColumns.some((one) => one === kept.columns)
  return {
    ...kept,
    address: kept.kind === 'browser' ? '' : kept.address,
    agentId: kept.agentId ?? anyAgent,
    fallbackId: kept.fallbackId ?? '',
    columns: usual ? kept.columns : 0,
    ownColumns: usual ? '' : String(kept.columns),
  }
}

export function inputOf(values: PrinterValues, version: number): PrinterBody {
  const { ownColumns, ...body } = values
  const byBrowser = values.kind === 'browser'
  return {
    ...body,
    name: values.name.trim(),
    address: byBrowser ? browserAddress : values.address.trim(),
    agentId: byBrowser || values.kind === 'network' || values.agentId === '' ? null : values.agentId,
    columns: values.columns > 0 ? values.columns : Number(ownColumns.trim() || Number.NaN),
    // Nothing can fail of which nobody hears.
    fallbackId: byBrowser || values.fallbackId === '' ? null : values.fallbackId,
    version,
  }
}

/** Another roll has another usual number of letters; a number that a person chose otherwise stays. */
export const withPaper =
  (paper: Paper) =>
  (before: PrinterValues): Partial<PrinterValues> => ({
    paper,
    ...(before.columns === columnsOfPaper[before.paper] ? { columns: columnsOfPaper[paper] } : {}),
  })

/** Lines that carry the last words past the bar at which a person tears the paper off. */
const feedToTear = 4

export const withCutter =
  (cutter: boolean) =>
  (before: PrinterValues): Partial<PrinterValues> => ({
    cutter,
    ...(!cutter && before.feedLines === 0 ? { feedLines: feedToTear } : {}),
    ...(cutter && before.feedLines === feedToTear ? { feedLines: 0 } : {}),
  })
