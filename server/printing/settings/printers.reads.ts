import { sql, type Transaction } from 'kysely'
import {
  agentSilentSeconds,
  type AgentRelease,
  type PrintAgentView,
  type PrintCause,
  type PrinterView,
} from '../../../contract/printing/printing.ts'
import {
  columnsOfPaper,
  type Buzzer,
  type CodePage,
  type Drawer,
  type Paper,
} from '../../../contract/printing/paper.ts'
import type { Cell } from '../../db/tables.ts'
import type { PrinterMechanics } from '../tickets/printer-commands.ts'
import { updateState } from '../agent/agent-versions.rules.ts'

export interface AgentRow {
  readonly id: string
  readonly name: string
  readonly token_hash: Buffer | null
  readonly last_seen_at: Date | null
  readonly software: string
  readonly available: unknown
  readonly updates: boolean
  readonly update_asked_for: string | null
  readonly update_refused: string | null
  readonly system: string | null
  readonly networks: string[]
  readonly search_asked_at: Date | null
  readonly searched_at: Date | null
  readonly found: unknown
}

export type PrinterRow = Awaited<ReturnType<typeof printersOf>>[number]

export const printersOf = (tx: Transaction<Cell>, storeId: string) => printersOfStores(tx, [storeId])

export const printersOfStores = (tx: Transaction<Cell>, storeIds: readonly string[]) =>
  tx.selectFrom('printers').selectAll().where('store_id', '=', anyOf(storeIds)).orderBy('name').execute()

export const agentsOf = (tx: Transaction<Cell>, storeId: string): Promise<AgentRow[]> =>
  agentsOfStores(tx, [storeId])

export const agentsOfStores = (
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<(AgentRow & { readonly store_id: string })[]> =>
  tx
    .selectFrom('print_agents')
    .select([
      'store_id',
      'id',
      'name',
      'token_hash',
      'last_seen_at',
      'software',
      'available',
      'updates',
      'update_asked_for',
      'update_refused',
      'system',
      'networks',
      'search_asked_at',
      'searched_at',
      'found',
    ])
    .where('store_id', '=', anyOf(storeIds))
    .orderBy('name')
    .execute()

const anyOf = (storeIds: readonly string[]) => sql<string>`any (${storeIds}::uuid[])`

export const isOnline = (agent: Pick<AgentRow, 'last_seen_at'>, now: Date): boolean =>
  agent.last_seen_at !== null && now.getTime() - agent.last_seen_at.getTime() < agentSilentSeconds * 1_000

export function agentView(row: AgentRow, release: AgentRelease | null, now: Date): PrintAgentView {
  return {
    id: row.id,
    name: row.name,
    paired: row.token_hash !== null,
    online: row.token_hash !== null && isOnline(row, now),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    software: row.software,
    update: updateState(row, release?.version ?? null),
  }
}

/** How it writes, cuts, rings and opens the drawer. */
export const mechanicsOf = (
  row: Pick<PrinterRow, 'paper' | 'columns' | 'code_page' | 'feed_lines' | 'cutter' | 'buzzer' | 'drawer'>,
): PrinterMechanics => ({
  columns: row.columns ?? columnsOfPaper[row.paper as Paper],
  codePage: row.code_page as CodePage,
  feedLines: row.feed_lines,
  cutter: row.cutter,
  buzzer: row.buzzer as Buzzer,
  drawer: row.drawer as Drawer,
})

/** A printer whose computer is offline is out, whatever its last reported state. */
export function printerHealth(
  row: PrinterRow,
  agents: readonly AgentRow[],
  now: Date,
): Pick<PrinterView, 'state' | 'since' | 'cause'> {
  if (row.kind === 'browser') return browserHealth(row, now)
  const reachedBy = row.agent_id ? agents.filter((agent) => agent.id === row.agent_id) : agents
  if (reachedBy.some((agent) => isOnline(agent, now)))
    return {
      state: row.state as PrinterView['state'],
      since: row.state_since.toISOString(),
      cause: row.cause as PrintCause | null,
    }
  const seen = reachedBy.map((agent) => agent.last_seen_at?.getTime() ?? 0)
  const last = Math.max(row.created_at.getTime(), ...seen)
  return { state: 'out', since: new Date(last).toISOString(), cause: 'agent' }
}

/** Nobody knows whether it has paper, only whether a tab that prints automatically asks for tickets. */
function browserHealth(row: PrinterRow, now: Date): Pick<PrinterView, 'state' | 'since' | 'cause'> {
  const asked = row.checked_at ?? row.created_at
  const asks = row.checked_at !== null && now.getTime() - asked.getTime() < agentSilentSeconds * 1_000
  // What is printed on request alone is printed by the tab of the person who asks.
  if (asks || !row.auto_print) return { state: 'ok', since: row.state_since.toISOString(), cause: null }
  return { state: 'out', since: asked.toISOString(), cause: 'browser' }
}

export function printerView(row: PrinterRow, agents: readonly AgentRow[], now: Date): PrinterView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as PrinterView['kind'],
    address: row.address,
    agentId: row.agent_id,
    ...mechanicsOf(row),
    paper: row.paper as PrinterView['paper'],
    copies: row.copies,
    ticket: row.ticket as PrinterView['ticket'],
    autoPrint: row.auto_print,
    fallbackId: row.fallback_id,
    version: row.version,
    ...printerHealth(row, agents, now),
  }
}
