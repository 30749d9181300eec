import pg from 'pg'
import { portalMerchants } from './portal-merchants.ts'

/** What owners approved before a restart: iFood remembers it, so the simulator gets it again. */
export async function approvedMerchants(ownerUrl: string): Promise<readonly string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ merchant_id: string }>(
      'select merchant_id from merchant_routes where credential_id is null and merchant_id = any ($1)',
      [portalMerchants.map(({ merchantId }) => merchantId)],
    )
    return rows.map((row) => row.merchant_id)
  } finally {
    await owner.end()
  }
}
