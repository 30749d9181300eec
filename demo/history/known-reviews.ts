import pg from 'pg'

export interface KnownReview {
  readonly id: string
  readonly merchantId: string
  readonly orderId: string
  readonly orderCreatedAt: string
  readonly shortId: string
  readonly score: number
  readonly comment: string | null
  readonly createdAt: number
  readonly tags: readonly string[]
}

/** Seeded reviews that still accept a reply; the simulator must know them to accept it. */
export async function knownReviews(ownerUrl: string): Promise<readonly KnownReview[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<KnownReview>(
      `select r.source_review_id as id, r.merchant_id as "merchantId", r.order_external_id as "orderId",
        to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "orderCreatedAt", o.display_id as "shortId",
        r.score::integer as score, r.comment, (extract(epoch from r.created_at) * 1000)::float8 as "createdAt", r.tags
      from reviews r join orders o on o.store_id = r.store_id and o.id = r.order_id
      where r.reply_due > now() and r.reply is null`,
    )
    return rows
  } finally {
    await owner.end()
  }
}
