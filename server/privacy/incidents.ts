import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  addIncident as addRoute,
  Incident,
  readIncidents as readRoute,
  saveIncident as saveRoute,
} from '../../contract/privacy/incidents.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { lastDayToTell } from './tell-until.rules.ts'

export const readIncidents = async ({
  deps,
  storeId,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> =>
  withStoreScope(deps.cells, [storeId], async (tx) => ({ incidents: [...(await incidentsOf(tx, storeId))] }))

export async function addIncident(call: Call<typeof addRoute>): Promise<Reply<typeof addRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  rejectFuture(body, now)
  const id = uuidv7()
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      await tx
        .insertInto('incidents')
        .values({ store_id: storeId, id, created_by: caller.uid, ...columnsOf(body, now, null) })
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'rights/incident-added',
        storeId,
        subject: body.title,
        requestId,
        at: now,
      })
      return oneIncident(tx, storeId, id)
    },
    { uid: caller.uid },
  )
}

/** Of two people who save the same version one wins. rights/incident-not-found, rights/stale-incident */
export async function saveIncident(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  rejectFuture(body, now)
  const id = params.incidentId
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const row = await tx
        .selectFrom('incidents')
        .select(['version', 'closed_at'])
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new AppError('rights/incident-not-found')
      if (row.version !== body.version)
        throw new AppError('rights/stale-incident', { current: await oneIncident(tx, storeId, id) })
      await tx
        .updateTable('incidents')
        .set({ ...columnsOf(body, now, row.closed_at), version: sql<number>`version + 1` })
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'rights/incident-saved',
        storeId,
        subject: body.title,
        requestId,
        at: now,
      })
      return oneIncident(tx, storeId, id)
    },
    { uid: caller.uid },
  )
}

type Body = Call<typeof addRoute>['body']

function rejectFuture({ knownAt, anpdToldAt, peopleToldAt }: Body, now: Date): void {
  for (const [path, at] of Object.entries({ knownAt, anpdToldAt, peopleToldAt })) {
    // The clocks of two machines differ by a little.
    if (at !== null && Date.parse(at) > now.getTime() + 5 * 60_000)
      throw new AppError('validation/refused', {
        details: [{ path, message: 'Este momento ainda não chegou.' }],
      })
  }
}

const columnsOf = (body: Body, now: Date, closedAt: Date | null) => ({
  title: body.title,
  what_happened: body.whatHappened,
  measures: body.measures,
  people_affected: body.peopleAffected,
  risky: body.risky,
  known_at: new Date(body.knownAt),
  anpd_told_at: body.anpdToldAt === null ? null : new Date(body.anpdToldAt),
  people_told_at: body.peopleToldAt === null ? null : new Date(body.peopleToldAt),
  closed_at: body.closed ? (closedAt ?? now) : null,
})

async function oneIncident(tx: Transaction<Cell>, storeId: string, id: string): Promise<Incident> {
  const found = (await incidentsOf(tx, storeId)).find((one) => one.id === id)
  if (!found) throw new AppError('rights/incident-not-found')
  return found
}

async function incidentsOf(tx: Transaction<Cell>, storeId: string): Promise<readonly Incident[]> {
  const rows = await tx
    .selectFrom('incidents as i')
    .innerJoin('stores as s', 's.id', 'i.store_id')
    .selectAll('i')
    .select('s.timezone')
    .where('i.store_id', '=', storeId)
    .orderBy(sql`i.closed_at is not null`)
    .orderBy('i.known_at', 'desc')
    .orderBy('i.id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    whatHappened: row.what_happened,
    measures: row.measures,
    peopleAffected: row.people_affected,
    risky: row.risky,
    knownAt: row.known_at.toISOString(),
    tellUntil: row.risky ? lastDayToTell(row.known_at, row.timezone) : null,
    anpdToldAt: row.anpd_told_at?.toISOString() ?? null,
    peopleToldAt: row.people_told_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    version: row.version,
  }))
}
