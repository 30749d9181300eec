import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Removes one guard at a time in a copy of the project and checks that the isolation suite fails. Run by
 * hand: `node scripts/with-node24.mjs scripts/break-one-guard.ts [room …]`; a room's name runs only the guards whose file or
 * suite it is in, any other word those whose name has it. docs/isolation.md has the result.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'balcao-break-'))
for (const part of [
  'contract',
  'server',
  'simulator',
  'scripts',
  'web',
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
  /** The tests that must fail. */
  readonly suite?: string
  readonly change: (text: string) => string
}

const replace = (
  name: string,
  file: string,
  from: string,
  to: string,
  suite = 'server/app.db.test.ts',
): Break => ({
  name,
  file,
  suite,
  change: (text) => {
    if (!text.includes(from)) throw new Error(`${name}: the guard is not where it was`)
    return text.replace(from, to)
  },
})

const schema = 'server/db/migrations/0001-schema.sql'
const policies = [
  ...['stores', 'store_day_starts', 'motoboys', 'integrations', 'group_stores', 'invitations'],
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
  file: schema,
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
    file: schema,
    change: (text) =>
      `${text}\ndrop policy ${policy} on ${table}; alter table ${table} disable row level security;\n`,
  })),
  replace(
    'no force on orders',
    'server/db/functions/protect_store_table.sql',
    "execute format('alter table %s force row level security', name);",
    '',
  ),
  replace(
    'role in a store',
    'server/identity/access/authorise.ts',
    'if (!role) {',
    "if (!role) return 'owner'\n  if (!role) {",
  ),
  replace(
    'minimum role',
    'server/identity/access/authorise.ts',
    "if (!roleMeets(role, minimum)) throw new AppError('permission/denied')",
    '',
  ),
  replace(
    'authentication',
    'server/http/serve.ts',
    "kind === 'public' || kind === 'agent' ? null : await authenticate(own, request)",
    'null',
  ),
  replace(
    'forged user id',
    'server/identity/access/authenticate.ts',
    "throw new AppError('auth/user-mismatch')",
    '',
  ),
  replace('ended session', 'server/identity/identity.ts', 'facts.revoked ||', ''),
  replace('disabled user', 'server/identity/identity.ts', 'facts.disabled ||', ''),
  replace(
    'unknown fields',
    'contract/orders/orders.ts',
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
    'server/identity/access/authorise.ts',
    'for (const chosen of parseSelection(selection) ?? []) {',
    'for (const chosen of (parseSelection(selection) ?? []).slice(0, 1)) {',
  ),
  replace(
    'role for an invitation',
    'server/identity/links/invite.ts',
    "if (own === 'basic') throw new AppError('permission/denied')",
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'store of an invitation',
    'server/identity/links/invite.ts',
    "if (!own) throw new AppError('store/not-found')",
    'if (!own) return',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'level of a grant',
    'server/identity/access/change-access.ts',
    "if (!mayGrant(role, before) || !mayGrant(role, body.role)) throw new AppError('access/above-own-level')",
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'level of a removal',
    'server/identity/access/change-access.ts',
    "if (!own && !mayGrant(role, before)) throw new AppError('access/above-own-level')",
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'others by an attendant',
    'server/identity/access/change-access.ts',
    "if (!own && role === 'basic') throw new AppError('permission/denied')",
    '',
    'server/app.db.test.ts',
  ),
  replace(
    'last owner',
    'server/identity/access/change-access.ts',
    "if (Number(owners) <= 1) throw new AppError('access/last-owner')",
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'one change of a team at a time',
    'server/identity/access/change-access.ts',
    'await sql`select from stores where id = ${storeId} for no key update`.execute(tx)',
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'a link once',
    'server/identity/links/links.ts',
    "if (spent.numUpdatedRows === 0n) throw new AppError('auth/link-invalid')",
    '',
    'server/identity/people/people.db.test.ts',
  ),
  replace(
    'own sessions only',
    'server/identity/sessions/own-sessions.ts',
    "    .where('uid', '=', who.uid)\n    .where('revoked_at', 'is', null)\n    .executeTakeFirst()",
    "    .where('revoked_at', 'is', null)\n    .executeTakeFirst()",
    'server/identity/people/account.db.test.ts',
  ),
  replace(
    'support for an hour',
    'server/identity/identity.ts',
    'until && until > now ?',
    'until ?',
    'server/identity/support/support.db.test.ts',
  ),
  replace(
    'support of the list',
    'server/identity/support/require-support.ts',
    "if (!caller.onRootList) throw new AppError('support/denied')",
    '',
    'server/identity/support/support.db.test.ts',
  ),
  replace(
    'second factor of support',
    'server/identity/support/require-support.ts',
    "if (!caller.isRoot) throw new AppError('support/second-factor-missing')",
    '',
    'server/identity/support/support.db.test.ts',
  ),
  replace(
    'one store of support at a time',
    'server/identity/support/support-entries.ts',
    'where e.until <= excluded.entered_at',
    'where true',
    'server/identity/support/support.db.test.ts',
  ),
  replace(
    'row for a write of support',
    'server/http/serve.ts',
    'if (caller?.support)',
    'if (caller?.support && false)',
    'server/identity/support/support.db.test.ts',
  ),
  replace(
    'nothing of support outlives its entry',
    'server/identity/support/admit-support.ts',
    "if (route.leavesBehind) throw new AppError('support/leaves-behind')",
    '',
    'server/identity/support/leaves-nothing.db.test.ts',
  ),
  replace(
    'invitations of one address',
    schema,
    'using (lower(email) = (select lower(u.email) from users u where u.uid = (select app_uid())))',
    'using (true)',
    'server/identity/people/pending-grants.db.test.ts',
  ),
  replace(
    'an answer once',
    'server/identity/links/own-invitations.ts',
    "      .where('accepted_at', 'is', null)\n      .where('cancelled_at', 'is', null)\n      .where('expires_at', '>', now)\n",
    '',
    'server/identity/people/pending-grants.db.test.ts',
  ),
  replace(
    'level of a pending grant',
    'server/identity/links/invite-by-uid.ts',
    "if (waiting && !mayGrant(role, waiting.role)) throw new AppError('access/above-own-level')",
    '',
    'server/identity/people/pending-grants.db.test.ts',
  ),
  replace(
    'tries of a code',
    'server/identity/people/own-phone.ts',
    "      .where('tries_left', '>', 0)\n",
    '',
    'server/identity/people/own-profile.db.test.ts',
  ),
  replace(
    'end of a code',
    'server/identity/people/own-phone.ts',
    "      .where('expires_at', '>', now)\n",
    '',
    'server/identity/people/own-profile.db.test.ts',
  ),
  replace(
    'version of the own name',
    'server/identity/people/own-profile.ts',
    "if (seen !== undefined && seen !== current.version) throw new AppError('user/stale-profile', { current })",
    '',
    'server/identity/people/own-profile.db.test.ts',
  ),
  replace(
    'one person for a conversation',
    'server/whatsapp/conversation/inbox.ts',
    "throw new AppError('whatsapp/conversation-taken', { message })",
    '',
    'server/whatsapp/conversation/inbox.db.test.ts',
  ),
  replace(
    'hand-back of what a person has',
    'server/whatsapp/conversation/inbox.ts',
    "if (row.place !== 'person') throw new AppError('whatsapp/conversation-not-taken')",
    '',
    'server/whatsapp/conversation/inbox.db.test.ts',
  ),
  replace(
    'one answer to whether a message went',
    'server/whatsapp/unconfirmed/settle-message.ts',
    "throw new AppError('whatsapp/message-settled')",
    '',
    'server/whatsapp/outgoing/messages.db.test.ts',
  ),
  replace(
    'window of 24 hours for words of a person',
    'server/whatsapp/conversation/inbox.ts',
    "throw new AppError('whatsapp/window-closed')",
    '',
    'server/whatsapp/conversation/inbox.db.test.ts',
  ),
  replace(
    'version of the referral program',
    'server/referral/enable-program.ts',
    'if (before.program.version !== body.version)',
    'if (before.program.version < 0)',
    'server/referral/referral.db.test.ts',
  ),
  replace(
    'terms of the referral program',
    'server/referral/enable-program.ts',
    "throw new AppError('referral/terms-not-accepted')",
    'void 0',
    'server/referral/referral.db.test.ts',
  ),
  replace(
    'referral of oneself',
    'server/referral/follow-referral.ts',
    '(await selfReferral(tx, sides, row.referred_uid))',
    'null',
    'server/referral/referral.db.test.ts',
  ),
  replace(
    'support voids a referral',
    'server/referral/void-referral.ts',
    'requireSupport(caller)\n',
    '',
    'server/referral/referral.db.test.ts',
  ),
  replace(
    'a voided referral once',
    'server/referral/void-referral.ts',
    "if (row.voided_at) throw new AppError('referral/already-void')",
    '',
    'server/referral/referral.db.test.ts',
  ),
  replace(
    'version of the ads setup',
    'server/ads/change-setup.ts',
    "if (setup.version !== body.version) throw new AppError('ads/stale-setup', { current: setup })",
    '',
    'server/ads/ads.db.test.ts',
  ),
  replace(
    'an ad ends once',
    'server/ads/edit-ads.ts',
    "      .where('ended_at', 'is', null)\n      .returningAll()",
    '      .returningAll()',
    'server/ads/ads.db.test.ts',
  ),
  replace(
    'consent to a purchase report',
    'server/ads/link-order.ts',
    "const state = body.consent ? 'waiting' : 'silent'",
    "const state = 'waiting'",
    'server/ads/ads.db.test.ts',
  ),
  replace(
    'a click once',
    'server/ads/link-order.ts',
    'if (!linked)',
    "if (!linked && storeId === '')",
    'server/ads/ads.db.test.ts',
  ),
  replace(
    'a phone leaves hashed',
    'server/ads/purchase-event.rules.ts',
    "createHash('sha256').update(digits).digest('hex')",
    'digits',
    'server/ads/ads.db.test.ts',
  ),
  replace(
    'versions of items whose prices change together',
    'server/menu/editing/change-prices.ts',
    "if (!same) throw new AppError('menu/changed-meanwhile')",
    '',
    'server/menu/editing/change-prices.db.test.ts',
  ),
  replace(
    'version of a store whose past days are counted again',
    'server/stores/profile/recalculate-days.ts',
    "        .where('profile_version', '=', version)\n",
    '',
    'server/stores/profile/profile.db.test.ts',
  ),
  replace(
    'fees of a channel that somebody changed meanwhile',
    'server/integrations/save-fees.ts',
    "    .where('fees_version', '=', version)\n",
    '',
    'server/integrations/fees.db.test.ts',
  ),
  replace(
    'version of the holidays of a store',
    'server/stores/hours/save-own-holidays.ts',
    "      .where('own_holidays_version', '=', body.version)\n",
    '',
    'server/stores/hours/hours.db.test.ts',
  ),
  replace(
    'document before a delivery with alcohol',
    'contract/orders/states.ts',
    'return verdict.allowed && order.documentPending',
    'return verdict.allowed && false',
    'server/orders/states/document-check.db.test.ts',
  ),
  replace(
    'erasure waits for open orders',
    'server/privacy/erase-person.ts',
    "if (openOrders > 0) throw new AppError('rights/open-orders')",
    '',
    'server/privacy/privacy.db.test.ts',
  ),
  replace(
    'terms in force',
    'server/privacy/terms.ts',
    "if (body.sha256 !== termsSha256) throw new AppError('terms/outdated')",
    '',
    'server/privacy/privacy.db.test.ts',
  ),
  replace(
    'version of a note’s key',
    'server/fiscal/fiscal-note.ts',
    "if (before.version !== body.version) throw new AppError('fiscal/stale-note', { current: before })",
    '',
    'server/fiscal/fiscal-note.db.test.ts',
  ),
  replace(
    'a channel for what is critical',
    'server/notifications/choices.ts',
    '  if (silent)\n',
    '  if (false)\n',
    'server/notifications/choices.db.test.ts',
  ),
  replace(
    'version of the notices',
    'server/notifications/choices.ts',
    "            .where('version', '=', body.version)\n",
    '',
    'server/notifications/choices.db.test.ts',
  ),
  replace(
    'a confirmed phone and a line for WhatsApp',
    'server/notifications/choices.ts',
    '  if (number === null || connected.length === 0)',
    '  if (connected.length > 99)',
    'server/notifications/staff-phones.db.test.ts',
  ),
  replace(
    'a phone that was taken back',
    'server/notifications/send-notice-whatsapp.ts',
    '        verified &&\n',
    '',
    'server/notifications/staff-phones.db.test.ts',
  ),
  replace(
    'a person who lost the store, before the summary',
    'server/notifications/send-held-notices.ts',
    'rows.filter((row) => person.storeIds.includes(row.storeId))',
    'rows',
    'server/notifications/held-notices.db.test.ts',
  ),
  replace(
    'one summary of two workers',
    'server/notifications/send-held-notices.ts',
    'order by h.id for update of h',
    'order by h.id',
    'server/notifications/held-notices.db.test.ts',
  ),
  replace(
    'what providers sent, of a person who is forgotten',
    'server/privacy/conversation.ts',
    'and body like any',
    'and false and body like any',
    'server/privacy/privacy.db.test.ts',
  ),
  replace(
    'a person who only wrote',
    'server/privacy/person.reads.ts',
    'return row ?? contactOf(tx, storeId, phone, locked)',
    'return row ?? null',
    'server/privacy/privacy.db.test.ts',
  ),
  replace(
    'refunds in the bridge',
    'contract/reports/metrics/metrics.ts',
    'm.grossCents - m.storeDiscountCents - m.refundCents',
    'm.grossCents - m.storeDiscountCents',
    'server/reports/daily/daily-report.db.test.ts',
  ),
  replace(
    'undo of the own step only',
    'server/orders/states/undo-step.ts',
    ' || last.actor_uid !== caller.uid',
    '',
    'server/orders/states/order-work.db.test.ts',
  ),
  replace(
    'kept taps, which no cut of the network discards',
    'web/orders/actions/action-queue.ts',
    'if (!isTemporary(error) && ready()) {',
    'if (ready()) {',
    'web/orders/actions/action-queue.test.ts',
  ),
  replace(
    'kept taps of the person who made them',
    'web/orders/actions/order-actions.ts',
    'if (currentUid() !== pending.uid) throw otherUserError()',
    '',
    'web/orders/actions/order-actions.hook.test.tsx',
  ),
  replace(
    'a message of a customer once, however often its provider sends it',
    'server/whatsapp/incoming/receive-messages.ts',
    'return events.filter((event) => fresh.delete(event.providerId))',
    'return events',
    'server/whatsapp/outgoing/messages.db.test.ts',
  ),
  replace(
    'a message to a customer once, however often it is queued',
    'server/whatsapp/messaging/enqueue-message.ts',
    'key: message.key,',
    'key: id,',
    'server/whatsapp/outgoing/messages.db.test.ts',
  ),
  replace(
    'closing of ended days only',
    'server/reports/closing/close-days.ts',
    'closable_before()) - 1 as day)',
    'closable_before()) as day)',
    'server/reports/closing/close-days.db.test.ts',
  ),
  replace(
    'a change while a closed day is computed again',
    'server/reports/closing/close-days.ts',
    '      and mark = any (${changed.flatMap(({ marks }) => marks)}::uuid[])`',
    '`',
    'server/reports/closing/close-days.db.test.ts',
  ),
  replace(
    'guides that exist',
    'server/tutorials/progress.ts',
    "  if (!isGuide(guide)) throw new AppError('tutorials/not-found')\n",
    '',
    'server/tutorials/tutorials.db.test.ts',
  ),
]

const rooms = process.argv.slice(2)
const chosen = breaks.filter(
  ({ name, file, suite }) =>
    rooms.length === 0 ||
    rooms.some((room) => file.includes(`/${room}/`) || suite?.includes(`/${room}/`) || name.includes(room)),
)
let detected = 0
const survivors: string[] = []
for (const { name, file, change, suite = 'server/app.db.test.ts' } of chosen) {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, change(before))
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', projectOf(suite), suite],
    { cwd: copy, stdio: 'ignore' },
  )
  writeFileSync(path, before)
  if (run.status !== 0) detected += 1
  else survivors.push(name)
  console.log(`${run.status === 0 ? 'SURVIVED' : 'seen    '} ${name}`)
}
rmSync(copy, { recursive: true, force: true })
console.log(
  `${detected} of ${chosen.length} broken guards were seen${survivors.length > 0 ? `; not seen: ${survivors.join(', ')}` : ''}`,
)
process.exitCode = survivors.length > 0 ? 1 : 0

function projectOf(suite: string): string {
  if (suite.endsWith('.db.test.ts')) return 'database'
  return suite.endsWith('.hook.test.tsx') ? 'web' : 'unit'
}
