import type { MerchantCheck, MerchantStatus } from '../merchant.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** docs/marketplaces/ifood.md section 2. */
const checks: Readonly<Record<string, MerchantCheck>> = {
  'is-connected': 'connection',
  'opening-hours': 'hours',
  unavailabilities: 'pause',
  'radius-restriction': 'radius',
  'payout-blocked': 'payout',
  'logistics-blocked': 'logistics',
  'terms-service-violation': 'terms',
  'status-availability': 'availability',
}

/** Not `available` alone: the state, its validations and their words as well. */
export function statusOf(body: unknown): MerchantStatus {
  const operations = (Array.isArray(body) ? body : []) as Operation[]
  const closed = operations.find(({ available, state }) => available === false || state === 'ERROR')
  const looked = closed ? [closed] : operations
  return {
    available: operations.length > 0 && !closed,
    said: closed ? titleOf(closed.message) : null,
    failed: looked.flatMap(({ validations }) => failedOf(validations)),
    reopenable: closed?.reopenable?.reopenable !== false,
  }
}

interface Operation {
  readonly available?: unknown
  readonly state?: unknown
  readonly reopenable?: { readonly reopenable?: unknown } | null
  readonly validations?: unknown
  readonly message?: Message
}

type Message = { readonly title?: unknown; readonly subtitle?: unknown } | null | undefined

interface Validation {
  readonly id?: unknown
  readonly code?: unknown
  readonly state?: unknown
  readonly message?: Message
}

const failedOf = (validations: unknown): MerchantStatus['failed'] =>
  (Array.isArray(validations) ? (validations as Validation[]) : []).flatMap((one) => {
    const check = checkOf(one.id) ?? checkOf(one.code)
    return check && one.state !== 'OK' ? [{ check, said: titleOf(one.message) }] : []
  })

/** Its pages give the same name as `is-connected` and as `is.connected.config` (section 2). */
function checkOf(name: unknown): MerchantCheck | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name
    .toLowerCase()
    .replaceAll('.', '-')
    .replace(/-config$/, '')
  return lookup(checks, plain)
}

const titleOf = (message: Message): string | null =>
  typeof message?.title === 'string' ? message.title : null
