import { Readable } from 'node:stream'
import { sql, type Transaction } from 'kysely'
import { channelName } from '../../contract/shared/channels.ts'
import { localParts } from '../../contract/shared/day.ts'
import type { exportPerson as exportRoute } from '../../contract/privacy/person.ts'
import { personParts } from '../../contract/privacy/person-parts.ts'
import type { CountedPart } from '../../contract/privacy/person.ts'
import { sentAlready, type Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import type { ReportDocument, ReportRow } from '../files/report-document.ts'
import { sendReportFile } from '../files/send-report-file.ts'
import { audit } from '../identity/identity.ts'
import { isRecord } from '../marketplaces/sanitise/is-record.ts'
import { conversationOf } from './conversation.ts'
import { countParts, personOf } from './person.reads.ts'

/** Rows in memory while the file is written. */
const pageOrders = 200

/**
 * Everything that the store keeps of a customer. The audit row is committed before the first byte leaves; orders are
 * read page by page. The PDF is made in a thread of its own, like every file.
 */
export async function exportPerson(call: Call<typeof exportRoute>): Promise<typeof sentAlready> {
  const about = await begin(call)
  const name = `dados-do-cliente-${localParts(call.now, about.timezone).day}`
  if (call.body.format === 'pdf') sendReportFile(call.reply, { ...documentOf(call, about), name }, 'pdf')
  else
    void call.reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.json"`)
      .type('application/json; charset=utf-8')
      .send(Readable.from(jsonOf(call, about)))
  return sentAlready
}

interface About {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly storeName: string
  readonly timezone: string
  readonly firstOrderAt: Date | null
  readonly lastOrderAt: Date | null
  readonly parts: readonly CountedPart[]
}

async function begin(call: Call<typeof exportRoute>): Promise<About> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const person = await personOf(tx, storeId, body.phone)
      if (!person) throw new AppError('rights/person-not-found')
      const { parts } = await countParts(tx, storeId, person)
      const store = await tx
        .selectFrom('stores')
        .select(['name', 'timezone'])
        .where('id', '=', storeId)
        .executeTakeFirstOrThrow()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'customer/data-exported',
        storeId,
        subject: person.id,
        details: { reason: body.reason, format: body.format },
        requestId,
        at: now,
      })
      return {
        id: person.id,
        name: person.name,
        phone: person.phone,
        storeName: store.name,
        timezone: store.timezone,
        firstOrderAt: person.first_order_at,
        lastOrderAt: person.last_order_at,
        parts,
      }
    },
    { uid: caller.uid },
  )
}

interface PersonOrder {
  readonly id: string
  readonly displayId: string
  readonly platform: string
  readonly status: string
  readonly createdAt: Date
  readonly orderCents: number
  readonly name: string
  readonly document: string | null
  readonly address: Readonly<Record<string, string | null>> | null
  readonly notes: readonly (string | null)[]
  readonly items: readonly {
    readonly name: string
    readonly quantity: number
    readonly notes: string | null
  }[]
  readonly messages: readonly { readonly at: string; readonly text: string | null }[]
  readonly reviews: readonly {
    readonly at: string
    readonly score: number
    readonly comment: string | null
    readonly reply: string | null
  }[]
  readonly disputes: readonly { readonly at: string; readonly message: string | null }[]
}

async function* ordersOf(
  { deps, storeId }: Call<typeof exportRoute>,
  { id }: About,
): AsyncGenerator<PersonOrder> {
  let after: PersonOrder | null = null
  do {
    const page: readonly PersonOrder[] = await withStoreScope(deps.cells, [storeId], (tx) =>
      readOrders(tx, storeId, id, after),
    )
    yield* page
    after = page.length < pageOrders ? null : (page.at(-1) ?? null)
  } while (after)
}

async function readOrders(
  tx: Transaction<Cell>,
  storeId: string,
  customerId: string,
  after: PersonOrder | null,
): Promise<readonly PersonOrder[]> {
  const { rows } = await sql<PersonOrder>`
    select o.id, o.display_id as "displayId", o.platform, o.status, o.created_at as "createdAt",
      o.order_cents as "orderCents", o.detail #>> '{customer,name}' as name,
      o.detail #>> '{customer,document}' as document, o.detail #> '{delivery,address}' as address,
      array_remove(array[o.detail ->> 'notes', o.detail ->> 'storeNote', o.detail #>> '{delivery,notes}'], null) as notes,
      (select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', trim_scale(i.quantity_milli / 1000.0),
          'notes', i.detail ->> 'notes') order by i.line), '[]')
        from order_items i where i.store_id = o.store_id and i.order_id = o.id) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'text', coalesce(e.data ->> 'text', e.data ->> 'note'))
          order by e.at), '[]')
        from order_events e where e.store_id = o.store_id and e.order_id = o.id
          and e.type in ('MESSAGE', 'NOTE', 'ADDRESS_CHANGED')) as messages,
      (select coalesce(jsonb_agg(jsonb_build_object('at', r.created_at, 'score', r.score, 'comment', r.comment,
          'reply', r.reply) order by r.created_at), '[]')
        from reviews r where r.store_id = o.store_id and r.order_id = o.id) as reviews,
      (select coalesce(jsonb_agg(jsonb_build_object('at', d.opened_at, 'message', d.message) order by d.opened_at), '[]')
        from disputes d where d.store_id = o.store_id and d.order_id = o.id) as disputes
    from orders o
    where o.store_id = ${storeId} and o.customer_id = ${customerId}
      and ${after ? sql`(o.created_at, o.id) < (${after.createdAt}, ${after.id}::uuid)` : sql`true`}
    order by o.created_at desc, o.id desc limit ${pageOrders}`.execute(tx)
  return rows
}

/** Written as it is read, so that a thousand orders need no memory. */
async function* jsonOf(call: Call<typeof exportRoute>, about: About): AsyncGenerator<string> {
  const head = {
    loja: about.storeName,
    geradoEm: call.now.toISOString(),
    motivo: call.body.reason,
    pessoa: {
      nome: about.name,
      telefone: about.phone,
      primeiroPedido: about.firstOrderAt?.toISOString() ?? null,
      ultimoPedido: about.lastOrderAt?.toISOString() ?? null,
    },
    conversas: (await talkOf(call, about)).map(({ at, from, content }) => ({
      quando: at.toISOString(),
      de: from === 'store' ? 'loja' : 'cliente',
      conteudo: content,
    })),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"pedidos":[`
  let first = true
  for await (const order of ordersOf(call, about)) {
    yield `${first ? '' : ','}${JSON.stringify(orderForJson(order))}`
    first = false
  }
  yield ']}\n'
}

const orderForJson = (order: PersonOrder) => ({
  numero: order.displayId,
  canal: channelName(order.platform),
  etapa: order.status,
  quando: order.createdAt.toISOString(),
  totalCentavos: order.orderCents,
  nome: order.name,
  cpfOuCnpj: order.document,
  endereco: order.address,
  observacoes: order.notes,
  itens: order.items,
  mensagens: order.messages,
  avaliacoes: order.reviews,
  negociacoes: order.disputes,
})

const talkOf = ({ deps, storeId }: Call<typeof exportRoute>, { phone }: About) =>
  withStoreScope(deps.cells, [storeId], (tx) => conversationOf(tx, storeId, phone))

function documentOf(call: Call<typeof exportRoute>, about: About): ReportDocument {
  const moment = (at: Date | string): string => {
    const { day, hour, minute } = localParts(new Date(at), about.timezone)
    return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  }
  return {
    name: 'dados-do-cliente',
    title: 'Dados de um cliente',
    metadata: [
      `Loja: ${about.storeName}`,
      `Nome: ${about.name}`,
      `Telefone: ${about.phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')}`,
      `Gerado para: ${call.body.reason}`,
      'Contém dados pessoais. Entregue só à pessoa e apague quando terminar.',
    ],
    sections: [
      {
        title: 'O que a loja guarda',
        columns: [
          { label: 'Dado', kind: 'text' },
          { label: 'Registros', kind: 'count' },
        ],
        rows: about.parts.map(({ part, count }) => [personParts[part].label, count]),
      },
      {
        title: 'Pedidos',
        columns: [
          { label: 'Pedido', kind: 'text' },
          { label: 'Quando', kind: 'moment' },
          { label: 'Total', kind: 'cents' },
          { label: 'Entrega', kind: 'text' },
          { label: 'Itens e observações', kind: 'text' },
        ],
        rows: orderRows(call, about, moment),
      },
      {
        title: 'Mensagens, avaliações e negociações',
        columns: [
          { label: 'Quando', kind: 'moment' },
          { label: 'Pedido', kind: 'text' },
          { label: 'Texto', kind: 'text' },
        ],
        rows: wordRows(call, about, moment),
      },
    ],
  }
}

/** What was said, without the platform's marks. */
function wordsOf(content: unknown): string {
  if (!isRecord(content)) return 'mensagem não entendida'
  const { body, title, address, what } = content
  return [body, title, address, what].find((text) => typeof text === 'string') ?? 'localização'
}

type Moment = (at: Date | string) => string

async function* orderRows(
  call: Call<typeof exportRoute>,
  about: About,
  moment: Moment,
): AsyncGenerator<ReportRow> {
  for await (const order of ordersOf(call, about)) {
    const { street, number, complement, district, city, zipCode } = order.address ?? {}
    const address = [street && `${street}, ${number ?? ''}`, complement, district, city, zipCode]
    const items = order.items.map(
      (item) => `${item.quantity}× ${item.name}${item.notes ? ` (${item.notes})` : ''}`,
    )
    yield [
      `#${order.displayId}`,
      moment(order.createdAt),
      order.orderCents,
      address.filter(Boolean).join(' - '),
      [...items, ...order.notes, order.document && `CPF/CNPJ ${order.document}`].filter(Boolean).join('; '),
    ]
  }
}

async function* wordRows(
  call: Call<typeof exportRoute>,
  about: About,
  moment: Moment,
): AsyncGenerator<ReportRow> {
  for (const { at, from, content } of await talkOf(call, about))
    yield [moment(at), from === 'store' ? 'WhatsApp, loja' : 'WhatsApp, cliente', wordsOf(content)]
  for await (const order of ordersOf(call, about)) {
    const number = `#${order.displayId}`
    for (const { at, text } of order.messages) if (text) yield [moment(at), number, text]
    for (const { at, score, comment, reply } of order.reviews)
      yield [
        moment(at),
        number,
        [`Nota ${score}`, comment, reply && `Resposta: ${reply}`].filter(Boolean).join('. '),
      ]
    for (const { at, message } of order.disputes) if (message) yield [moment(at), number, message]
  }
}
