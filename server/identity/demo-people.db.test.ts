import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testApp } from '../testing/app.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The server as an operator starts it. Answers what it printed and how it ended; stopped when it is ready. */
function serve(databaseUrl: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DEMO: 'off',
      PORT: String(20_000 + (process.pid % 20_000)),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://painel.example',
      ENCRYPTION_KEY: '3b9f5c0de1a78246f0b7719d54ce3a8812f6049bd7ca3350e86b91fd27a4c86e',
      ROOT_USER_IDS: 'um,dois',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Balcão <nao-responda@painel.example>',
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
