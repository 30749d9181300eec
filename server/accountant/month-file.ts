import { buffer } from 'node:stream/consumers'
import { linkMonths, type AccountantFile } from '../../contract/accountant/accountant.ts'
import { reportFileTypes } from '../../contract/shared/file-types.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { filePool } from '../files/file-pool.ts'
import { storesById } from '../stores/stores.ts'
import { documents } from './documents.ts'
import { monthsBack } from './months.rules.ts'

export interface MonthOfStore {
  readonly storeId: string
  readonly file: AccountantFile
  /** `YYYY-MM`. */
  readonly month: string
  readonly format: 'xlsx' | 'csv'
  readonly now: Date
}

/** Throws validation/refused for a month that has not begun in the store, and for one too long ago. Answers the store's day. */
export async function rejectMonth(
  { cells }: Pick<Deps, 'cells'>,
  { storeId, month, now }: MonthOfStore,
): Promise<string> {
  const [row] = await withStoreScope(cells, [storeId], (tx) => storesById(tx, [storeId], now))
  const today = row?.store.businessDay.day ?? now.toISOString().slice(0, 10)
  const message = `Escolha um dos últimos ${linkMonths} meses.`
  if (!monthsBack(today, linkMonths).includes(month))
    throw new AppError('validation/refused', { details: [{ path: 'month', message }] })
  return today
}

/** The same file as a link for the accountant gives, of one store, whole. */
export async function monthFile(
  deps: Deps,
  asked: MonthOfStore,
): Promise<{ readonly name: string; readonly type: string; readonly bytes: Buffer }> {
  const { storeId, file, month, format, now } = asked
  const today = await rejectMonth(deps, asked)
  const stores = [{ storeId, role: 'manager' as const, merchants: null }]
  const document = await documents[file]({ deps, stores, now }, month, today)
  const bytes = await buffer(filePool().make(document, format))
  return { name: `${document.name}.${format}`, type: reportFileTypes[format], bytes }
}
