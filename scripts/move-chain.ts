import { MoveError } from '../server/db/move/sessions.ts'
import { moveChain } from '../server/db/move/move-chain.ts'
import { cellsOf } from '../server/env-cells.ts'

/** `npm run move-chain -- <store id or slug> <cell>`: docs/how-to/move-a-chain.md. */
const [store, to, ...others] = process.argv.slice(2)
const { DATABASE_URL: directoryUrl, CELLS: list } = process.env
if (store === undefined || to === undefined || others.length > 0)
  fail('Usage: npm run move-chain -- <store id or slug> <cell>')
if (!directoryUrl) fail('DATABASE_URL is missing: the directory’s database.')
const cells = list === undefined ? null : cellsOf(list)
if (!cells) fail('CELLS is missing or wrong: the cells, as main=postgres://…,b=postgres://…')

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    console.log('Stopping; what was begun is put away.')
    stop.abort(new MoveError('stopped by the operator; the stores are where they were'))
  })
const began = Date.now()
try {
  const { stores, rows } = await moveChain({
    directoryUrl,
    cells,
    store,
    to,
    say: (line) => console.log(`${((Date.now() - began) / 1_000).toFixed(1)} s  ${line}`),
    signal: stop.signal,
  })
  console.log(`Done: ${stores} stores, ${rows} rows.`)
} catch (error) {
  fail(error instanceof MoveError ? `Nothing was moved: ${error.message}` : String(error))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
