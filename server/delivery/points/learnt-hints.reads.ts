import type { Transaction } from 'kysely'
import { districtKey } from '../../../contract/delivery/district-name.ts'
import type { FoundPoint } from '../../../contract/delivery/quote.ts'
import type { Cell } from '../../db/tables.ts'

/** What the store's deliveries say of an address. */
export interface LearntHints {
  /** The most exact first. */
  readonly points: readonly FoundPoint[]
  /** Between which CEPs the deliveries to its district were. */
  readonly zipCodes: { readonly from: string; readonly to: string } | null
  /** The one district that deliveries to its CEP name. */
  readonly district: string | null
}

export async function learntHints(
  tx: Transaction<Cell>,
  storeId: string,
  { district, zipCode }: { readonly district: string | null; readonly zipCode: string | null },
): Promise<LearntHints> {
  const keys = [
    ...(district ? [['district', districtKey(district)] as const] : []),
    ...(zipCode ? [['zip-code', zipCode] as const, ['zip-range', zipCode.slice(0, 5)] as const] : []),
  ]
  if (keys.length === 0) return { points: [], zipCodes: null, district: null }
  const rows = await tx
    .selectFrom('learnt_places')
    .select(['kind', 'lat', 'lng', 'metres', 'from_zip_code', 'to_zip_code', 'district'])
    .where('store_id', '=', storeId)
    .where((is) => is.or(keys.map(([kind, key]) => is.and([is('kind', '=', kind), is('key', '=', key)]))))
    .execute()
  const points = rows.flatMap(({ kind, lat, lng, metres }): FoundPoint[] =>
    lat === null || lng === null || metres === null
      ? []
      : [{ source: kind === 'district' ? 'district' : 'zip-code', lat, lng, metres }],
  )
  const [range] = rows.filter(({ kind }) => kind === 'district')
  const { from_zip_code: from = null, to_zip_code: to = null } = range ?? {}
  return {
    points: points.toSorted((a, b) => a.metres - b.metres),
    zipCodes: from && to ? { from, to } : null,
    district: rows.find((row) => row.district !== null)?.district ?? null,
  }
}
