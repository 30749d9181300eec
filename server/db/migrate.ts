import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
/** One migration at a time, whoever starts first. */
const lockKey = 7_265_410

/** Applies the files that are not applied yet, each in one transaction, as the database's owner. */
export async function migrate(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'balcao-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureAppRole(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const applied = await appliedMigrations(client)
    const fresh: string[] = []
    for (const name of await migrationNames()) {
      const text = await readFile(folder + name, 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const known = applied.get(name)
      if (known === sha256) continue
      if (known)
        throw new Error(`A migração ${name} mudou depois de aplicada; crie uma nova em vez de editar.`)
      await apply(client, name, text, sha256)
      fresh.push(name)
    }
    return fresh
  } finally {
    await client.end()
  }
}

async function migrationNames(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).toSorted()
}

async function appliedMigrations(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const result = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  return new Map(result.rows.map((row) => [row.name, row.sha256]))
}

async function apply(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '5s'")
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`A migração ${name} falhou: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The role of the app: cannot log in, own tables or bypass row-level security. Roles are the cluster's, so several databases may race. */
async function ensureAppRole(client: pg.Client): Promise<void> {
  await client.query(`do $$
    begin
      if not exists (select from pg_roles where rolname = 'balcao_app') then
        create role balcao_app nologin nosuperuser nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  await client.query(`do $$
    begin
      if not pg_has_role(current_user, 'balcao_app', 'member') then
        execute format('grant balcao_app to %I', current_user);
      end if;
    exception when unique_violation then null;
    end $$`)
}
