import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readIdentityProvider, readMyUser } from '../../contract/identity/identity.ts'
import { withStoreScope } from '../db/scope.ts'
import { freePort } from '../db/postgres/private-postgres.ts'
import { testApp, type Person } from '../testing/app.ts'
import { demoPassword } from './demo-people.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The server as an operator starts it. Answers what it printed and how it ended; stopped when it is ready. */
async function serve(databaseUrl: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      DEMO: 'off',
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://painel.example',
      ENCRYPTION_KEY: '3b9f5c0de1a78246f0b7719d54ce3a8812f6049bd7ca3350e86b91fd27a4c86e',
      ROOT_USER_IDS: 'um,dois',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Balcão <nao-responda@painel.example>',
      DPO_EMAIL: 'encarregado@painel.example',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('"msg":"ready"')) child.kill('SIGTERM')
    })
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve({ code, printed }))
  })
}

test('production does not start on a database with people of the demo, until they are disabled', async () => {
  const app = await testApp()
  await app.db
    .insertInto('users')
    .values({ uid: 'demo-dona', email: 'dona@balcao.example', name: 'Dona' })
    .execute()
  const refused = await serve(app.ownerUrl)
  expect(refused.code).toBe(1)
  expect(refused.printed).toContain('pessoas de demonstração (dona@balcao.example)')
  expect(refused.printed).not.toContain('    at ')
  await app.db.updateTable('users').set({ disabled_at: new Date() }).execute()
  const started = await serve(app.ownerUrl)
  expect(started.printed).toContain('"msg":"ready"')
  await app.close()
}, 60_000)

async function offered(environment: Record<string, string>) {
  const app = await testApp(environment)
  const ask = async () => (await app.call(null, readIdentityProvider, {})).data.demo
  const before = await ask()
  await app.db
    .insertInto('users')
    .values([
      { uid: 'demo-dona', email: 'dona@balcao.example', name: 'Marina Prado' },
      { uid: 'demo-outra', email: 'outra@balcao.example', name: 'Nádia Rocha', disabled_at: new Date() },
      { uid: 'demo-staff-rosa', email: 'rosa@balcao.example', name: 'Rosa' },
    ])
    .execute()
  const after = await ask()
  await app.close()
  return { before, after }
}

test('the sign-in page of a demo offers its people, but neither the disabled nor the simulated ones', async () => {
  const { before, after } = await offered({ DEMO: 'on' })
  expect(before).toBeNull()
  expect(after?.people.map(({ email }) => email)).toEqual(['dona@balcao.example'])
  expect(after?.password).toBe(demoPassword)
})

test('without the demo the same database offers nobody', async () => {
  expect((await offered({ DEMO: 'off' })).after).toBeNull()
})

test('only a person who sees a store of the demo is shown its banner', async () => {
  const app = await testApp({ DEMO: 'on' })
  const [demo, own] = [
    await app.addStore({ name: 'Da demonstração' }),
    await app.addStore({ name: 'Própria' }),
  ]
  const people = {
    rita: await app.addPerson('Rita', { [own]: 'owner' }),
    invited: await app.addPerson('Caio', { [own]: 'basic', [demo]: 'basic' }),
    newcomer: await app.addPerson('Ana', {}),
  }
  await app.db
    .insertInto('users')
    .values({ uid: 'demo-dona', email: 'dona@balcao.example', name: 'Marina Prado' })
    .execute()
  await withStoreScope(app.db, [demo], (tx) =>
    tx.insertInto('access_entries').values({ store_id: demo, uid: 'demo-dona', role: 3 }).execute(),
  )
  const shown = async (person: Person) => (await app.call(person, readMyUser, {})).data.demo
  expect([await shown(people.rita), await shown(people.invited), await shown(people.newcomer)]).toEqual([
    false,
    true,
    false,
  ])
  await app.close()
})
