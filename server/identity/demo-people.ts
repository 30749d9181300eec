import type { Kysely } from 'kysely'
import type { readIdentityProvider } from '../../contract/identity/identity.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Caller } from '../calls/caller.ts'
import { withDirectoryScope } from '../db/scope.ts'
import type { Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'

/** Public: printed by `npm start`, and given to the sign-in page of a demo. */
export const demoPassword = 'Balcao#2026'

/** Those whom a visitor may be, the most powerful first. */
export const demoVisitors = [
  {
    uid: 'demo-dona',
    email: 'dona@balcao.example',
    name: 'Marina Prado',
    sees: 'Dona de seis lojas: tudo, com os relatórios',
  },
  {
    uid: 'demo-gerente',
    email: 'gerente@balcao.example',
    name: 'Caio Teixeira',
    sees: 'Gerente de duas lojas',
  },
  {
    uid: 'demo-atendente',
    email: 'atendente@balcao.example',
    name: 'Lia Campos',
    sees: 'Atendente de uma loja: só os pedidos',
  },
  { uid: 'demo-outra', email: 'outra@balcao.example', name: 'Nádia Rocha', sees: 'Dona de outra empresa' },
] as const

/** What the sign-in page offers; null unless the database is a demo's and this is one. */
export async function readDemo({
  env,
  directory,
}: Pick<Deps, 'env' | 'directory'>): Promise<Reply<typeof readIdentityProvider>['demo']> {
  if (!env.DEMO || env.NODE_ENV === 'production' || env.IDENTITY_PROVIDER !== 'embedded') return null
  const uids = demoVisitors.map(({ uid }) => uid)
  const known = await directory
    .selectFrom('users')
    .select('email')
    .where('uid', 'in', uids)
    .where('disabled_at', 'is', null)
    .execute()
  const people = demoVisitors.filter((visitor) => known.some(({ email }) => email === visitor.email))
  if (people.length === 0) return null
  return { password: demoPassword, people: people.map(({ email, name, sees }) => ({ email, name, sees })) }
}

/** Whether one of the stores that the person sees is a fictitious person's: an own store in the same database is real. */
export async function seesDemoStores(
  { directory }: Pick<Deps, 'directory'>,
  { access }: Pick<Caller, 'access'>,
): Promise<boolean> {
  const storeIds = [...access.keys()]
  if (storeIds.length === 0) return false
  const found = await withDirectoryScope(directory, storeIds, (tx) =>
    tx
      .selectFrom('access_entries')
      .select('uid')
      .where('store_id', 'in', storeIds)
      .where('uid', 'like', 'demo-%')
      .limit(1)
      .executeTakeFirst(),
  )
  return found !== undefined
}

/** For the operator, in words. */
export class DemoPeopleError extends Error {
  constructor(emails: readonly string[]) {
    super(
      `O banco tem pessoas de demonstração (${emails.join(', ')}), e a senha delas é pública. Use um banco sem a ` +
        `demonstração, ou desative-as: update users set disabled_at = now() where uid like 'demo-%'`,
    )
    this.name = 'DemoPeopleError'
  }
}

/** The demo is a state of the database, whatever DEMO says: in production its people must not be able to sign in. */
export async function rejectDemoPeople(env: Pick<Env, 'NODE_ENV'>, db: Kysely<Directory>): Promise<void> {
  if (env.NODE_ENV !== 'production') return
  const people = await db
    .selectFrom('users')
    .select('email')
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('uid', 'like', 'demo-%'), where('email', 'ilike', '%@balcao.example')]))
    .orderBy('email')
    .limit(5)
    .execute()
  if (people.length > 0) throw new DemoPeopleError(people.map(({ email }) => email))
}
