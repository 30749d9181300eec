import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { addDays } from '../../contract/shared/day.ts'
import { headers } from '../../contract/shared/headers.ts'
import { selectionText } from '../../contract/shared/selection.ts'
import { freePort, startPrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { loadLargeHistory } from '../large-history.ts'
import { startServer } from '../live-streams.ts'
import { idTokenFor } from '../report-latency.ts'
import { runningDayOf } from '../report-questions.ts'
import { engineQuestions, type EngineQuestion, type Figures, type Span } from './engine-questions.ts'
import { fetchEngines, type Engine } from './fetch-engines.ts'
import { loadEngines } from './load-engines.ts'

/**
 * `npm run engines -- --data=FOLDER`: our reports beside DuckDB and ClickHouse (chdb) over the same rows, asked alternately.
 * The engines are fetched from npm into FOLDER/engines. Ours is asked over HTTP, they in the process. The history is the
 * chain of a hundred stores of `bench --only=growth`, which the folder keeps; `--orders-per-day=34`. Fails where figures differ.
 */
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const folder = option('data')
if (!folder) throw new Error('name a folder that keeps the history: --data=FOLDER')
const rounds = 7
// One client asks as often as a whole town.
process.env.CALL_LIMIT_FACTOR ??= '1000'

mkdirSync(folder, { recursive: true })
const postgres = await startPrivatePostgres({ dataRoot: folder })
try {
  await migrate(postgres.url)
  const now = new Date()
  const history = await loadLargeHistory({
    ownerUrl: postgres.url,
    chain: 'cem-lojas',
    ordersPerDay: Number(option('orders-per-day') ?? 34),
    now,
    log: console.log,
  })
  const engines = await fetchEngines(join(folder, 'engines'))
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await loadEngines(client, engines, history.storeIds, join(folder, 'engines'))
  const today = await runningDayOf(client, history.storeIds)
  await client.end()
  console.log(
    `${history.orders} orders of ${history.storeIds.length} stores, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  )
  await compare(engines, history, today)
} finally {
  await postgres.stop()
}

interface Manager {
  readonly email: string
  readonly password: string
  readonly storeIds: readonly string[]
}

async function compare(engines: readonly Engine[], manager: Manager, today: string): Promise<void> {
  const port = await freePort()
  const server = await startServer(postgres.url, port)
  try {
    const token = await idTokenFor(`http://127.0.0.1:${port}`, manager.email, manager.password)
    const selection = selectionText(manager.storeIds.map((storeId) => ({ storeId, merchants: null })))
    const ours = async (question: EngineQuestion, span: Span): Promise<Figures> => {
      const query = new URLSearchParams({ selection, ...span, ...question.query })
      const reply = await fetch(`http://127.0.0.1:${port}/api/${question.path}?${query.toString()}`, {
        headers: { [headers.userToken]: token },
      })
      const body: unknown = await reply.json()
      if (!reply.ok) throw new Error(`${question.path} answered ${reply.status}: ${JSON.stringify(body)}`)
      return question.figuresOf((body as { data: never }).data)
    }
    for (const question of engineQuestions) {
      const to = addDays(today, -question.daysBack)
      const span = { from: addDays(to, 1 - question.days), to }
      const asks = [
        () => ours(question, span),
        ...engines.map(({ ask, dialect }) => async () => {
          let figures: Figures = {}
          for (const statement of question.statements(span, dialect))
            figures = { ...figures, ...(await ask(statement))[0] }
          return onlyNamed(figures, question.compared)
        }),
      ]
      print(question, await alternately(asks), engines)
    }
  } finally {
    server.kill()
  }
}

interface Answered {
  readonly ms: number
  readonly figures: Figures
}

/** The fastest of the rounds: a neighbour on the machine can only add to it. */
async function alternately(asks: readonly (() => Promise<Figures>)[]): Promise<readonly Answered[]> {
  const best: Answered[] = asks.map(() => ({ ms: Infinity, figures: {} }))
  for (let round = -1; round < rounds; round += 1)
    for (const [index, ask] of asks.entries()) {
      const begun = performance.now()
      const figures = await ask()
      const ms = performance.now() - begun
      if (round >= 0 && ms < (best[index]?.ms ?? 0)) best[index] = { ms, figures }
    }
  return best
}

function print(
  { name }: EngineQuestion,
  [ours, ...theirs]: readonly Answered[],
  engines: readonly Engine[],
): void {
  if (!ours) return
  const texts = theirs.map(({ ms }, index) => {
    const ratio = Math.round((ours.ms / ms) * 1_000) / 1_000
    return `÷ ${engines[index]?.name ?? ''} ${ratio} (${Math.round(ms)} ms)`
  })
  console.log(`${name}: ${Math.round(ours.ms)} ms, ${texts.join(', ')}`)
  for (const [index, { figures }] of theirs.entries()) {
    if (textOf(figures) === textOf(onlyNamed(ours.figures, Object.keys(figures)))) continue
    console.error(`  ${engines[index]?.name ?? ''} says ${textOf(figures)}, ours ${textOf(ours.figures)}`)
    process.exitCode = 1
  }
}

function onlyNamed(figures: Figures, names: readonly string[]): Figures {
  return Object.fromEntries(names.map((name) => [name, Number(figures[name])]))
}
function textOf(figures: Figures): string {
  return Object.keys(figures)
    .toSorted()
    .map((name) => `${name} ${figures[name]}`)
    .join(', ')
}
