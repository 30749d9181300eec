import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Takes away one guard at a time, in a copy of the project, and sees the isolation suite fail.
 * Run by hand: `node scripts/with-node24.mjs scripts/break-one-guard.ts`; the count stands in
 * docs/isolation.md.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'balcao-break-'))
for (const part of [
  'contract',
  'server',
  'simulator',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]) {
  cpSync(join(root, part), join(copy, part), { recursive: true })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

interface Break {
  readonly name: string
  readonly file: string
  readonly change: (text: string) => string
}

const replace = (name: string, file: string, from: string, to: string): Break => ({
  name,
  file,
  change: (text) => {
    if (!text.includes(from)) throw new Error(`${name}: the guard is not where it was`)
    return text.replace(from, to)
  },
})

const lastMigration = 'server/db/migrations/0003-roll-ups.sql'
const policies = [
  ...['stores', 'store_day_starts', 'motoboys', 'integrations', 'group_stores'],
  ...[
    'customers',
    'orders',
    'order_items',
    'order_events',
    'order_refunds',
    'order_counters',
    'reviews',
    'inbox',
    'outbox',
  ],
  ...['sales_hours', 'payment_days', 'product_days'],
].map((table): Break => ({
  name: `policy of ${table}`,
  file: lastMigration,
  change: (text) =>
    `${text}\ndrop policy own_stores on ${table}; alter table ${table} disable row level security;\n`,
}))

const breaks: readonly Break[] = [
  ...policies,
  ...[
    ['access_entries', 'own_access'],
    ['groups', 'own_groups'],
    ['audit_entries', 'own_audit'],
  ].map(([table = '', policy = '']): Break => ({
    name: `policy of ${table}`,
    file: lastMigration,
    change: (text) =>
      `${text}\ndrop policy ${policy} on ${table}; alter table ${table} disable row level security;\n`,
  })),
  replace(
    'no force on orders',
    'server/db/migrations/0002-orders.sql',
    "execute format('alter table %I force row level security', name);",
    '',
  ),
  replace(
    'role in a store',
    'server/http/authorise.ts',
    "if (!role) throw new AppError('store/not-found')",
    "if (!role) return 'owner'",
  ),
  replace(
    'minimum role',
    'server/http/authorise.ts',
    "if (!roleMeets(role, minimum)) throw new AppError('permission/denied')",
    '',
  ),
  replace(
    'authentication',
    'server/http/serve.ts',
    "route.access.kind === 'public' ? null : await authenticate(deps, request)",
    'null',
  ),
  replace('forged user id', 'server/http/authenticate.ts', "throw new AppError('auth/user-mismatch')", ''),
  replace('ended session', 'server/identity/identity.ts', 'facts.revoked ||', ''),
  replace('disabled user', 'server/identity/identity.ts', 'facts.disabled ||', ''),
  replace(
    'unknown fields',
    'contract/orders.ts',
    'export const placeOrderBody = z.strictObject({',
    'export const placeOrderBody = z.looseObject({',
  ),
  replace(
    'reader of a group',
    'server/groups/groups.reads.ts',
    'having count(gs.store_id) > 0 or g.owner_id',
    'having true or g.owner_id',
  ),
  replace(
    'selection whole',
    'server/http/authorise.ts',
    'for (const chosen of parseSelection(selection) ?? []) {',
    'for (const chosen of (parseSelection(selection) ?? []).slice(0, 1)) {',
  ),
  replace(
    'root only where a store is',
    'server/identity/identity.ts',
    'return exists ? roleOfLevel(roleLevel.owner) : null',
    'return roleOfLevel(roleLevel.owner)',
  ),
]

let killed = 0
const survivors: string[] = []
for (const { name, file, change } of breaks) {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, change(before))
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'database', 'server/app.db.test.ts'],
    { cwd: copy, stdio: 'ignore' },
  )
  writeFileSync(path, before)
  if (run.status !== 0) killed += 1
  else survivors.push(name)
  console.log(`${run.status === 0 ? 'SURVIVED' : 'seen    '} ${name}`)
}
rmSync(copy, { recursive: true, force: true })
console.log(
  `${killed} of ${breaks.length} broken guards were seen${survivors.length > 0 ? `; not seen: ${survivors.join(', ')}` : ''}`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
