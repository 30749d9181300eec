import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/postgres.ts'
import { freePort } from '../postgres/private-postgres.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The server as an operator starts it; it must refuse. */
async function refusal(url = database.url): Promise<{ code: number | null; said: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('../../main.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: url,
        DEMO: 'off',
        PORT: String(await freePort()),
      },
    },
  )
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said }
}

test('a database of a newer version is refused in one sentence, and its functions stay', async () => {
  await owner.query("insert into schema_migrations (name, sha256) values ('0099-future.sql', 'x')")
  const functions = () => owner.query('select name, sha256, applied_at from schema_functions order by 1')
  await owner.query("update schema_functions set sha256 = 'of a newer version' where name = 'app_uid.sql'")
  const before = await functions()
  expect(await refusal()).toEqual({
    code: 1,
    said: 'Este banco é de uma versão mais nova do Balcão (0099-future.sql). Instale essa versão ou restaure um backup feito antes dela.\n',
  })
  expect((await functions()).rows).toEqual(before.rows)
  await owner.query("delete from schema_migrations where name = '0099-future.sql'")
})

test('a migration that was edited after it was applied is refused in one sentence', async () => {
  const applied = await owner.query<{ sha256: string }>(
    "select sha256 from schema_migrations where name = '0001-schema.sql'",
  )
  await owner.query("update schema_migrations set sha256 = 'x' where name = '0001-schema.sql'")
  const { code, said } = await refusal()
  expect([code, said]).toEqual([
    1,
    'A migração 0001-schema.sql mudou depois de aplicada a este banco. Restaure o arquivo e crie uma migração nova.\n',
  ])
  await owner.query("update schema_migrations set sha256 = $1 where name = '0001-schema.sql'", [
    applied.rows[0]?.sha256,
  ])
})

test('a database that does not answer is named in one sentence', async () => {
  const { code, said } = await refusal(`postgres://a:b@127.0.0.1:${await freePort()}/x`)
  expect(code).toBe(1)
  expect(said).toMatch(/^Não foi possível entrar no banco em 127\.0\.0\.1:\d+\. .+ECONNREFUSED.+\n$/)
})
