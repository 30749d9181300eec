import { channelName } from '../../contract/shared/channels.ts'
import type { PushEvent } from '../../contract/notifications/push.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'
import { written } from '../mail/letter.ts'
import { queueMail, type Mail } from '../mail/mail-queue.ts'
import { statusOfNotice } from './notice-status.reads.ts'
import { isStale, pushMessageOf, type PushDetails, type PushNews } from './push.rules.ts'

/** At most one mail with one subject per person within this time, so that a rush does not flood the mailbox. */
const quietMinutes = 10

/** Mails these people, unless the order was handled since. Who lost access to the store is not told. */
export async function sendNoticeMail(
  deps: Deps,
  storeId: string,
  { about, uids }: { readonly about: PushNews; readonly uids: readonly string[] },
): Promise<void> {
  const now = deps.now()
  const found = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    store: await tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst(),
    status: await statusOfNotice(tx, storeId, about, now),
  }))
  if (!found.store || isStale(about.event, found.status)) return
  const details = { ...about, store: found.store.name }
  await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const people = await tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['users.name', 'users.email'])
      .where('access_entries.store_id', '=', storeId)
      .where('users.uid', 'in', [...uids])
      .where('users.disabled_at', 'is', null)
      .where('users.email', '<>', '')
      .execute()
    for (const person of people) {
      const mail = noticeMail(person, details, storeId, publicOrigin(deps.env))
      const recent = await tx
        .selectFrom('mail_messages')
        .select('id')
        .where('recipient', '=', mail.recipient)
        .where('subject', '=', mail.subject)
        .where('created_at', '>', new Date(now.getTime() - quietMinutes * 60_000))
        .executeTakeFirst()
      if (!recent) await queueMail(tx, mail, now)
    }
  })
}

/** The subject of an order's notice has no number, so that several orders of a rush share one mail. */
function noticeMail(
  to: { readonly name: string; readonly email: string },
  about: PushDetails,
  storeId: string,
  origin: string,
): Mail {
  const { title, body, path } = pushMessageOf(about, storeId)
  return written({
    recipient: to.email,
    subject: subjects[about.event](about),
    greeting: `Olá, ${to.name}!`,
    paragraphs: [
      `${title}. ${body}`,
      ...(ofOrder.includes(about.event) ? ['Pode haver outros na mesma situação.'] : []),
    ],
    button: {
      label: ofOrder.includes(about.event) ? 'Ver o pedido' : 'Abrir no Balcão',
      url: `${origin}${path}`,
    },
    closing: `Por dez minutos não mandamos outro igual. Escolha os avisos em ${origin}/settings?tab=notificacoes.`,
  })
}

const ofOrder: readonly PushEvent[] = ['not-accepted', 'escalation', 'expiring', 'cancelled', 'dispute']

const subjects: Readonly<Record<PushEvent, (about: PushDetails) => string>> = {
  'not-accepted': ({ store }) => `Pedido sem aceite em ${store}`,
  escalation: ({ store }) => `Pedido sem aceite em ${store}`,
  expiring: ({ store }) => `Pedido perto de expirar em ${store}`,
  'channel-closed': ({ store, displayId, unseen }) =>
    unseen ? `Ninguém veria um pedido em ${store}` : `${store} fechada: ${channelName(displayId)}`,
  'printer-silent': ({ store }) => `Impressora sem resposta em ${store}`,
  cancelled: ({ store }) => `Pedido cancelado em ${store}`,
  dispute: ({ store }) => `Negociação em ${store}`,
  'unusual-shift': ({ store }) => `Fora do normal em ${store}`,
  'break-ends': ({ store }) => `Pausa no fim em ${store}`,
}
