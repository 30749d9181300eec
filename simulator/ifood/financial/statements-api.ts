import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gzipSync } from 'node:zlib'
import { rejectUnauthorised } from '../access-api.ts'
import type { LedgerEvent, StatementRequest } from '../records.ts'
import type { World } from '../world.ts'
import { dayInBrasilia, ledgerOf, shifted } from './ledger.ts'

/** A link and a request live for a day; how long a file takes is not published. */
const livesMs = 86_400_000
const monthText = /^\d{4}-(0[1-9]|1[0-2])$/
const columns = [
  'competencia',
  'data_fato_gerador',
  'fato_gerador',
  'tipo_lancamento',
  'descricao_lancamento',
  'valor',
  'base_calculo',
  'percentual_taxa',
  'pedido_associado_ifood',
  'loja_id',
  'data_apuracao_inicio',
  'data_apuracao_fim',
  'impacto_no_repasse',
]

/** A week is in the file of its month seven days after the Monday on which it was computed. */
const weekInFileDays = 8

/** Reconciliation, of a month and on demand: a compressed file behind a link that ends. */
export function statementsApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const month = '/financial/v3.0/merchants/:merchantId/reconciliation'
  const base = `${month}/on-demand`
  const links = new Map<string, { readonly lines: () => readonly LedgerEvent[]; readonly until: number }>()
  /** A new link each time. */
  const linkTo = (
    request: FastifyRequest,
    competence: string,
    lines: () => readonly LedgerEvent[],
  ): string => {
    const link = randomUUID()
    links.set(link, { lines, until: world.now() + livesMs })
    const { 'x-forwarded-host': through } = request.headers
    const host = typeof through === 'string' ? through : request.host
    return `http://${host}/files/${link}/conciliacao_${competence}.csv.gz`
  }
  const isAlive = ({ askedAt }: StatementRequest) => world.now() < askedAt + livesMs

  app.get(month, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    const { competence } = request.query as { competence?: string }
    if (!world.merchants.has(merchantId)) return reply.code(404).send()
    if (!competence || !monthText.test(competence))
      return reply.code(400).send({ error: { code: 'BadRequest', message: 'Invalid competence' } })
    const lines = () => closedLinesOf(world, { merchantId, competence })
    const count = lines().length
    if (count === 0) return reply.code(404).send({ error: { code: 'NotFound', message: 'No file' } })
    return [{ downloadPath: linkTo(request, competence, lines), metadata: { total_linhas: count } }]
  })

  app.post(base, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    const { competence } = (request.body ?? {}) as { competence?: unknown }
    if (!world.merchants.has(merchantId)) return reply.code(404).send()
    if (typeof competence !== 'string' || !monthText.test(competence))
      return reply.code(400).send({ code: 'BadRequest', message: 'Invalid competence' })
    const running = [...world.statements.values()].find(
      (one) =>
        one.merchantId === merchantId &&
        one.competence === competence &&
        stateOf(world, one) !== 'processed' &&
        isAlive(one),
    )
    if (running)
      return reply
        .code(409)
        .send({ code: 'Conflict', message: `There is already a recent request: ${running.id}` })
    const asked = { id: randomUUID(), merchantId, competence, askedAt: world.now() }
    world.statements.set(asked.id, asked)
    return { competence, merchantId, requestId: asked.id }
  })

  app.get(`${base}/:requestId`, guarded, async (request, reply) => {
    const { merchantId, requestId } = request.params as { merchantId: string; requestId: string }
    const asked = world.statements.get(requestId)
    if (!asked || asked.merchantId !== merchantId || !isAlive(asked))
      return reply.code(404).send({ error: '404', message: 'Request not found' })
    const { id, competence } = asked
    const status = stateOf(world, asked)
    if (status !== 'processed') return { id, competence, status }
    if (linesOf(world, asked).length === 0)
      return { id, competence, status: 'error', message: 'There are no financial entries for the competence' }
    return {
      ...{ id, competence, status },
      downloadPath: linkTo(request, competence, () => linesOf(world, asked)),
    }
  })

  app.get('/files/:link/:name', async (request, reply) => {
    const found = links.get((request.params as { link: string }).link)
    if (!found || world.now() >= found.until) return reply.code(403).send()
    const rows = [columns, ...found.lines().map(cellsOf)]
    return reply
      .type('application/octet-stream')
      .send(gzipSync(rows.map((row) => row.join(';')).join('\n') + '\n'))
  })
}

/** A third of the time it waits, then it is in the queue. */
function stateOf(world: World, { askedAt }: StatementRequest): 'created' | 'enqueue' | 'processed' {
  const past = world.now() - askedAt
  if (past >= world.statementMs) return 'processed'
  return past >= world.statementMs / 3 ? 'enqueue' : 'created'
}

/** Of the running month up to yesterday. */
function linesOf(world: World, { merchantId, competence }: MonthOf): readonly LedgerEvent[] {
  const merchant = world.merchants.get(merchantId)
  if (!merchant) return []
  const today = dayInBrasilia(world.now())
  const hidden = new Set(world.books.unstated ?? [])
  return ledgerOf(world, merchant).filter(
    (line) =>
      line.competence === competence &&
      dayInBrasilia(Date.parse(line.reference?.date ?? line.period.beginDate)) < today &&
      !hidden.has(line.reference?.id ?? ''),
  )
}

type MonthOf = Pick<StatementRequest, 'merchantId' | 'competence'>

/** Of the weeks that have been added to the month's own file. */
const closedLinesOf = (world: World, month: MonthOf): readonly LedgerEvent[] =>
  linesOf(world, month).filter(
    ({ period }) => shifted(period.endDate, weekInFileDays) <= dayInBrasilia(world.now()),
  )

const cellsOf = (line: LedgerEvent): readonly string[] => [
  line.competence,
  line.reference?.date ?? line.period.beginDate,
  line.trigger,
  line.name,
  `"${line.description.replaceAll('"', '""')}"`,
  String(line.amount.value),
  String(line.billing?.baseValue ?? ''),
  String(line.billing?.feePercentage ?? ''),
  line.reference?.id ?? '',
  line.merchantId,
  line.period.beginDate,
  line.period.endDate,
  line.hasTransferImpact ? 'SIM' : 'NAO',
]
