import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { pairingMinutes } from '../../../contract/printing/printing.ts'
import type * as contract from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit, hashOfSecret } from '../../identity/identity.ts'

export async function createPrintAgent(
  call: Call<typeof contract.createPrintAgent>,
): Promise<Reply<typeof contract.createPrintAgent>> {
  const { deps, storeId, body, now } = call
  const agentId = uuidv7()
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const pairing = await newPairing(tx, storeId, now)
      const made = await tx
        .insertInto('print_agents')
        .values({ store_id: storeId, id: agentId, name: body.name, created_at: now, ...pairing.columns })
        .onConflict((conflict) => conflict.constraint('print_agents_name_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made)
        throw new AppError('print/name-taken', {
          details: [{ path: 'name', message: 'Já existe um computador com este nome.' }],
        })
      await note(tx, call, 'print-agent/added', agentId)
      return { agentId, code: pairing.code, expiresAt: pairing.columns.code_expires_at.toISOString() }
    },
    { uid: call.caller.uid },
  )
}

/** The paired computer keeps working until the new code is used. */
export async function renewPairingCode(
  call: Call<typeof contract.renewPairingCode>,
): Promise<Reply<typeof contract.renewPairingCode>> {
  const { deps, storeId, params, now } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const pairing = await newPairing(tx, storeId, now)
      const renewed = await tx
        .updateTable('print_agents')
        .set(pairing.columns)
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst()
      if (!renewed) throw new AppError('print/agent-not-found')
      await note(tx, call, 'print-agent/code-renewed', params.id)
      return {
        agentId: params.id,
        code: pairing.code,
        expiresAt: pairing.columns.code_expires_at.toISOString(),
      }
    },
    { uid: call.caller.uid },
  )
}

export async function deletePrintAgent(
  call: Call<typeof contract.deletePrintAgent>,
): Promise<Reply<typeof contract.deletePrintAgent>> {
  const { deps, storeId, params } = call
  await withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const deleted = await tx
        .deleteFrom('print_agents')
        .where('store_id', '=', storeId)
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw new AppError('print/agent-not-found')
      // It may be waiting for tickets.
      afterCommit(tx, { printing: storeId })
      await note(tx, call, 'print-agent/removed', params.id)
    },
    { uid: call.caller.uid },
  )
  return { id: params.id }
}

/** Excludes ambiguous characters. 31^8 codes, single use, valid for ten minutes, throttled. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** `sabor-da-vila/7K2M-9QXA`: the slug identifies the store in which the code is looked up. */
export async function newPairing(tx: Transaction<Cell>, storeId: string, now: Date) {
  const { slug } = await tx
    .selectFrom('stores')
    .select('menu_slug as slug')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const randomChar = () => alphabet[randomInt(alphabet.length)] ?? ''
  const secret = `${Array.from({ length: 4 }, randomChar).join('')}-${Array.from({ length: 4 }, randomChar).join('')}`
  return {
    code: `${slug}/${secret}`,
    columns: {
      code_hash: hashOfSecret(secret),
      code_expires_at: new Date(now.getTime() + pairingMinutes * 60_000),
    },
  }
}

async function note(
  tx: Transaction<Cell>,
  {
    caller,
    storeId,
    requestId,
    now,
  }: Pick<Call<typeof contract.createPrintAgent>, 'caller' | 'storeId' | 'requestId' | 'now'>,
  action: string,
  subject: string,
): Promise<void> {
  await audit(tx, { actorUid: caller.uid, action, storeId, subject, requestId, at: now })
}
