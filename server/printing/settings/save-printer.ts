import { sql, type Transaction } from 'kysely'
import {
  browserAddress,
  networkAddress,
  type AgentPrinterKind,
  type AvailablePrinter,
  type PrinterBody,
  type savePrinter as savePrinterRoute,
} from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { agentsOf, printersOf, printerView, type AgentRow } from './printers.reads.ts'

/** Version 0 adds the printer under an id chosen by the caller, so that a retry adds nothing. */
export async function savePrinter(
  call: Call<typeof savePrinterRoute>,
): Promise<Reply<typeof savePrinterRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      // Serialise changes per store, so that names stay unique and fallbacks form no cycle.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`printers:${storeId}`}, 0))`.execute(tx)
      const printers = await printersOf(tx, storeId)
      const agents = await agentsOf(tx, storeId)
      rejectWrongAddress(body, agents)
      const known = printers.find((row) => row.id === params.id)
      if (!known && body.version > 0) throw new AppError('print/printer-not-found')
      if (printers.some((row) => row.name === body.name && row.id !== params.id))
        throw new AppError('print/name-taken', {
          details: [{ path: 'name', message: 'Já existe uma impressora com este nome.' }],
        })
      if (body.agentId && !agents.some((agent) => agent.id === body.agentId))
        throw invalidField('agentId', 'Este computador não está conectado a esta loja.')
      const fallback = printers.find((row) => row.id === body.fallbackId)
      if (body.fallbackId && (!fallback || fallback.id === params.id))
        throw invalidField('fallbackId', 'Escolha outra impressora desta loja.')
      if (known && known.version !== body.version)
        throw new AppError('print/stale-printer', { current: printerView(known, agents, now) })
      await write(tx, { storeId, id: params.id, addedAt: known ? null : now }, body)
      await audit(tx, {
        actorUid: caller.uid,
        action: known ? 'printer/changed' : 'printer/added',
        storeId,
        subject: params.id,
        details: { name: body.name, kind: body.kind, address: body.address },
        requestId,
        at: now,
      })
      const saved = (await printersOf(tx, storeId)).find((row) => row.id === params.id)
      if (!saved) throw new AppError('print/printer-not-found')
      return printerView(saved, agents, now)
    },
    { uid: caller.uid },
  )
}

async function write(
  tx: Transaction<Cell>,
  { storeId, id, addedAt }: { readonly storeId: string; readonly id: string; readonly addedAt: Date | null },
  body: PrinterBody,
): Promise<void> {
  const values = {
    name: body.name,
    kind: body.kind,
    address: body.address,
    agent_id: body.agentId,
    paper: body.paper,
    columns: body.columns,
    code_page: body.codePage,
    feed_lines: body.feedLines,
    cutter: body.cutter,
    buzzer: body.buzzer,
    drawer: body.drawer,
    copies: body.copies,
    ticket: body.ticket,
    auto_print: body.autoPrint,
    fallback_id: body.fallbackId,
    version: body.version + 1,
  }
  if (addedAt) {
    await tx
      .insertInto('printers')
      .values({ store_id: storeId, id, created_at: addedAt, state_since: addedAt, ...values })
      .execute()
    return
  }
  await tx
    .updateTable('printers')
    .set({
      ...values,
      // The state reported for another address does not apply to this one.
      state: sql<string>`case when address = ${body.address} and kind = ${body.kind} then state else 'unknown' end`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

function rejectWrongAddress(body: PrinterBody, agents: readonly AgentRow[]): void {
  const { kind, address, agentId } = body
  if (kind === 'browser') {
    if (address !== browserAddress || agentId !== null)
      throw invalidField('kind', 'Uma impressora do navegador não tem endereço nem computador.')
    return
  }
  const { isRight, message } = addresses[kind]
  if (!isRight(address) && !(kind === 'system' && isSeenBy(agents, agentId, address)))
    throw invalidField('address', message)
  if (kind !== 'network' && agentId === null)
    throw invalidField('agentId', 'Escolha o computador em que a impressora está.')
}

const addresses: Readonly<
  Record<AgentPrinterKind, { readonly isRight: (address: string) => boolean; readonly message: string }>
> = {
  network: {
    isRight: (address) => networkAddress.test(address) && Number(/:(\d+)$/.exec(address)?.[1] ?? 1) <= 65_535,
    message: 'Use o endereço da impressora na rede, como 192.168.0.50 ou 192.168.0.50:9100.',
  },
  system: {
    isRight: (address) => systemName.test(address),
    message: 'Use o nome da impressora como o computador a chama.',
  },
  usb: {
    isRight: (address) => /^(\/dev\/[\w/-]{1,60}|\\\\\.\\[\w-]{1,60})$/.test(address),
    message: 'Use o arquivo do dispositivo, como /dev/usb/lp0.',
  },
  preview: {
    isRight: (address) => /^[\w-]{1,60}$/.test(address),
    message: 'Use um nome de pasta: letras, números, - e _.',
  },
}

/** A queue of CUPS, or a printer of Windows: also with accents and spaces, and `\\CAIXA\Balcão`. */
const systemName = /^[\p{L}\p{N}_\\][\p{L}\p{N}\p{M} ._()#+&@:\\/'-]{0,251}$/u

/** A name as strange as it may be, when the computer itself has said it. */
const isSeenBy = (agents: readonly AgentRow[], agentId: string | null, address: string): boolean =>
  (agents.find((agent) => agent.id === agentId)?.available as readonly AvailablePrinter[] | undefined)?.some(
    (printer) => printer.kind === 'system' && printer.address === address,
  ) === true

const invalidField = (path: string, message: string) =>
  new AppError('validation/refused', { details: [{ path, message }] })
