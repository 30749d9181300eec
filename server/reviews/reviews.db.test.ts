import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReviews, replyReview, type Review } from '../../contract/reviews/reviews.ts'
import { withStoreScope } from '../db/scope.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { importFromPartners } from '../marketplaces/partner-imports.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { pollMarketplaces } from '../marketplaces/poll.ts'
import { orderInbox } from '../orders/orders.ts'
import { atOnceOver } from '../testing/held-row.ts'
import type { Person, TestApp } from '../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../testing/marketplaces/ifood-shop.ts'
import { until } from '../testing/until.ts'
import { noteReplyRefused, reviewsImport, sendReviewReply } from './reviews.ts'

const merchantId = '5b1a00dd-0000-4000-8000-00000000000d'
const text = 'Sentimos muito. Vamos conferir cada embalagem.'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, dishCents: 2_500 })
  ;({ control, app, store, other, manager, basic, stranger } = shop)
})
afterAll(() => shop.stop())

const runImport = (holder = 'test') =>
  importFromPartners(app.deps, [{ ...reviewsImport, everyMs: 0 }], holder)
const send = () =>
  relayOutbox(app.deps, [store], {
    'review-reply': {
      run: (effect) => sendReviewReply(app.deps, effect.storeId, effect.lane),
      giveUp: (effect) => noteReplyRefused(app.deps, effect.storeId, effect.lane, 'Não deu.'),
    },
    // Effects of placing the orders, irrelevant here.
    'acceptance-reminder': { run: async () => {} },
    'auto-accept': { run: async () => {} },
  })

test('an import that ran while the clock was a day ahead runs again when it is set right, from then on', async () => {
  const start = app.deps.now()
  const ran: (Date | null)[] = []
  const run = () =>
    importFromPartners(
      app.deps,
      [
        {
          ...reviewsImport,
          run: async (deps, { readTo }) => {
            ran.push(readTo)
            return deps.now()
          },
        },
      ],
      'test',
    )
  app.setClock(new Date(start.getTime() + 86_400_000))
  await run()
  app.setClock(start)
  await run()
  await run()
  expect(ran).toEqual([null, start])
  app.setClock(null)
  await withStoreScope(app.db, [store], (tx) =>
    tx.deleteFrom('partner_imports').where('store_id', '=', store).execute(),
  )
})

async function rated(score: number, comment?: string): Promise<Review> {
  const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
  for (const storeId of await pollMarketplaces(app.deps)) await handleInbox(app.deps, storeId, orderInbox)
  await control.review(orderId, { score, ...(comment === undefined ? {} : { comment }), tags: ['Atraso'] })
  await runImport()
  const found = (await read('all')).reviews.find(
    (one) => one.comment === (comment ?? null) && one.score === score,
  )
  if (!found) throw new Error('the rating did not arrive')
  return found
}

const read = async (show: 'pending' | 'all' = 'pending', query: object = {}) =>
  (await app.call(manager, readReviews, { query: { selection: store, show, ...query } })).data
const reply = (person: Person, reviewId: string, storeId = store, replyText = text) =>
  app.call(person, replyReview, { params: { reviewId }, body: { text: replyText } }, { storeId })
const now = async (id: string) => (await read('all')).reviews.find((one) => one.id === id)

describe('imported reviews', () => {
  test('a review is imported once, with its order, comment and reply deadline', async () => {
    const review = await rated(2, 'Veio frio')
    expect(review).toMatchObject({ score: 2, tags: ['Atraso'], public: true, reply: null, source: 'ifood' })
    expect(review.order?.displayId).toMatch(/^\d{4}$/)
    const days = (Date.parse(review.replyDue ?? '') - Date.parse(review.createdAt)) / 86_400_000
    expect(days).toBeCloseTo(5, 3)
    await Promise.all([runImport('one'), runImport('two')])
    expect((await read('all')).reviews).toHaveLength(1)
    expect((await read()).pending).toBe(1)
  })

  test('a five-star review or one without a comment needs no reply', async () => {
    await rated(5, 'Perfeito')
    await rated(3)
    expect((await read()).pending).toBe(1)
    expect((await read('all', { scores: '3' })).reviews.map((one) => one.score)).toEqual([3])
  })
})

describe('replies to reviews', () => {
  test('a reply is sent to the marketplace and shown once it is published', async () => {
    const review = (await read()).reviews[0]
    const sent = await reply(manager, review?.id ?? '')
    expect(sent.data).toMatchObject({ pendingReply: { text }, reply: null })
    expect((await read()).pending).toBe(0)
    await send()
    expect(await now(review?.id ?? '')).toMatchObject({ pendingReply: null, reply: { text, by: 'manager' } })
    // Another import returns the marketplace's copy and keeps our author.
    await runImport()
    expect(await now(review?.id ?? '')).toMatchObject({ reply: { text, by: 'manager' } })
  })

  test('only a manager of the store can reply', async () => {
    const review = await rated(1, 'Péssimo')
    expect((await reply(basic, review.id)).body.error).toBe('permission/denied')
    expect((await reply(stranger, review.id)).body.error).toBe('store/not-found')
    expect((await reply(stranger, review.id, other)).body.error).toBe('review/not-found')
  })

  test('a reply is rejected if one exists, if none is accepted, or after the deadline', async () => {
    const answered = (await read('all')).reviews.find((one) => one.reply !== null)
    expect((await reply(manager, answered?.id ?? '')).body.error).toBe('review/already-replied')
    const happy = (await read('all')).reviews.find((one) => one.score === 5)
    expect((await reply(manager, happy?.id ?? '')).body.error).toBe('review/reply-closed')
    const late = (await read()).reviews[0]
    app.setClock(new Date(Date.now() + 6 * 86_400_000))
    const later = await app.addPerson('manager', { [store]: 'manager' })
    expect((await reply(later, late?.id ?? '')).body.error).toBe('review/reply-closed')
    app.setClock(null)
  })

  test('a reply that is too short is rejected with its field', async () => {
    const review = (await read()).reviews[0]
    const short = await reply(manager, review?.id ?? '', store, 'Ok')
    expect([short.status, short.body.error, short.body.details?.[0]?.path]).toEqual([
      400,
      'validation/invalid',
      'text',
    ])
  })

  test('of two concurrent replies one is sent', async () => {
    const review = await rated(2, 'Faltou o molho')
    const both = await atOnceOver(app.ownerUrl, { table: 'reviews', id: review.id }, [
      () => reply(manager, review.id),
      () => reply(manager, review.id, store, `${text} Outra.`),
    ])
    expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await send()
    expect((await now(review.id))?.reply?.text).toBe(
      both.find((one) => one.status === 200)?.data.pendingReply?.text,
    )
  })

  test('a reply sent again after a lost response is recognised as published', async () => {
    const review = await rated(3, 'Demorou um pouco')
    await reply(manager, review.id)
    const partnerId = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('reviews')
        .select('source_review_id as id')
        .where('store_id', '=', store)
        .where('id', '=', review.id)
        .executeTakeFirstOrThrow(),
    )
    await app.deps.marketplaces.of('ifood').reviews?.answer(merchantId, partnerId.id, text)
    await send()
    expect(await now(review.id)).toMatchObject({ reply: { text }, refusal: null })
  })

  test('a reply that the marketplace rejects is reported and its text kept as a draft', async () => {
    const review = await rated(4, 'Bom, mas pequeno')
    await reply(manager, review.id)
    await control.advanceClock(6 * 86_400_000)
    await send()
    expect(await now(review.id)).toMatchObject({
      reply: null,
      pendingReply: null,
      refusal: 'O prazo do marketplace para responder já tinha acabado.',
      draft: text,
      replyDue: null,
    })
  })
})

test('no reply is lost while the marketplace is down', async () => {
  await control.reset()
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: 2_500 }] },
  ])
  const review = await rated(2, 'Sem talher')
  await control.fail(503, 60_000, '/review')
  await reply(manager, review.id)
  await send()
  expect(await now(review.id)).toMatchObject({ pendingReply: { text }, reply: null })
  await control.fail(503, 0, '/review')
  const replied = await until(
    async () => {
      await send()
      return now(review.id)
    },
    (seen) => seen?.reply !== null,
  )
  expect(replied).toMatchObject({ reply: { text } })
})

test('the list continues after the last review of a page', async () => {
  const all = (await read('all')).reviews
  const second = await read('all', { after: positionOf(all[1]) })
  expect(second.reviews.map((one) => one.id)).toEqual(all.slice(2).map((one) => one.id))
})

const positionOf = (review: Review | undefined) =>
  `${Date.parse(review?.createdAt ?? '')}000_${review?.id ?? ''}`

test('the score that customers see at iFood comes with the reviews, and the last one stays when iFood says none', async () => {
  const seen = async () => (await read()).scores?.[0]
  await rated(2, 'Esqueceram o molho')
  const before = await seen()
  expect(before).toMatchObject({ storeId: store, storeName: 'Brasa', source: 'ifood', merchantId })
  await control.fail(503, 60_000, `/review/v2.0/merchants/${merchantId}/summary`)
  await rated(5, 'Muito bom')
  expect(await seen()).toEqual(before)
  await control.fail(503, 0)
  await runImport()
  const { score = null, counted = 0, total = 0 } = before ?? {}
  const after = await seen()
  expect(after).toMatchObject({ counted: counted + 1, total: total + 1 })
  expect(after?.score).toBeCloseTo(((score ?? 0) * counted + 5) / (counted + 1), 10)
  // Another store's is nobody's business here.
  const elsewhere = await app.call(stranger, readReviews, { query: { selection: other, show: 'all' } })
  expect(elsewhere.data.scores).toEqual([])
})
