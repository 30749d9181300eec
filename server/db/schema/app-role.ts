import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectionSettings } from '../connections/connection-settings.ts'

/** The database or its roles are not as they must be; the message says what the operator can do. */
export class DatabaseSetupError extends Error {}

/** The app's own login. It owns nothing and cannot bypass row-level security. */
export const appRole = 'balcao_app'

const userPart = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?/

/**
 * The app's address of the database that the owner's address names. The password is derived from the owner's,
 * so every process can compute it and none stores it. Without one (trust, peer) the app needs none either.
 */
export function appUrl(ownerUrl: string): string {
  if (!userPart.test(ownerUrl)) throw new DatabaseSetupError('DATABASE_URL deve começar com postgres://')
  const password = appPassword(ownerUrl)
  return ownerUrl.replace(userPart, `$1${appRole}${password === null ? '' : `:${password}`}@`)
}

function appPassword(ownerUrl: string): string | null {
  const password = userPart.exec(ownerUrl)?.[2]?.split(':')[1]
  if (!password) return null
  return createHmac('sha256', decodeURIComponent(password)).update(appRole).digest('hex')
}

/** Lets the app log in. Roles belong to the cluster: other databases may do the same at this moment. */
export async function ensureAppRole(owner: pg.Client, ownerUrl: string): Promise<void> {
  if ((await loginProblem(ownerUrl)) === null) return
  try {
    await owner.query(`do $$ begin
      create role ${appRole} nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then null; end $$`)
    await retryConcurrent(() => owner.query(`alter role ${appRole} login${passwordClause(ownerUrl)}`))
  } catch (error) {
    throw new DatabaseSetupError(
      `O usuário do DATABASE_URL precisa poder criar o papel ${appRole} do banco. ` +
        `Como administrador: ALTER ROLE seu_usuario CREATEROLE; ` +
        `se ${appRole} já existe, também: GRANT ${appRole} TO seu_usuario WITH ADMIN OPTION. (${messageOf(error)})`,
      { cause: error },
    )
  }
  const problem = await loginProblem(ownerUrl)
  if (problem !== null)
    throw new DatabaseSetupError(
      `O papel ${appRole} não consegue entrar no banco. Confira o pg_hba.conf: ele precisa entrar como o ` +
        `usuário do DATABASE_URL entra; sem senha no DATABASE_URL, só com trust. (${problem})`,
    )
}

/** What connections of the app are opened with, kept with the role in this database. */
export async function giveRoleSettings(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ here: string }>('select quote_ident(current_database()) as here')
  for (const [name, value] of Object.entries(connectionSettings()))
    await retryConcurrent(() =>
      owner.query(`alter role ${appRole} in database ${rows[0]?.here ?? ''} set ${name} = '${value}'`),
    )
}

/** Two transactions that alter one role at once refuse each other, also from different databases. */
async function retryConcurrent(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === 5 || !messageOf(error).includes('concurrently updated')) throw error
    }
  }
}

async function loginProblem(ownerUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: appUrl(ownerUrl), connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    await client.end().catch(() => {})
  }
}

function passwordClause(ownerUrl: string): string {
  const password = appPassword(ownerUrl)
  return password === null ? '' : ` password '${scramVerifier(password)}'`
}

/** As the server would store it (RFC 5803), so that the password itself appears in no log. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
