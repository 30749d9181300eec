import { createHash } from 'node:crypto'
import type { AdsAccess, HashedPhone, Purchase } from './ads-network.ts'

/** Meta hashes the digits with the country's code, without a plus sign. Null: no phone of a person. */
export function hashedPhone(phone: string | null): HashedPhone | null {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length < 10 ? null : (createHash('sha256').update(digits).digest('hex') as HashedPhone)
}

/**
 * The body of Meta's Conversions API for one purchase. A message's click id makes it one of business messaging; a
 * link's click id or a hashed phone one of a chat. Of the order it holds the value only.
 */
export function purchaseEvent(access: AdsAccess, { eventId, at, valueCents, phone, click }: Purchase) {
  const byMessage = click?.kind === 'ctwaClid'
  return {
    data: [
      {
        event_name: 'Purchase',
        event_id: eventId,
        event_time: Math.floor(at.getTime() / 1_000),
        ...(byMessage
          ? { action_source: 'business_messaging', messaging_channel: 'whatsapp' }
          : { action_source: 'chat' }),
        user_data: {
          ...(phone === null ? {} : { ph: [phone] }),
          ...(byMessage ? { ctwa_clid: click.id, whatsapp_business_account_id: access.accountId } : {}),
          ...(click?.kind === 'fbclid' ? { fbc: `fb.1.${click.at.getTime()}.${click.id}` } : {}),
        },
        custom_data: { currency: 'BRL', value: (valueCents / 100).toFixed(2) },
      },
    ],
    ...(access.testEventCode === null ? {} : { test_event_code: access.testEventCode }),
  }
}
