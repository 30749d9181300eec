import { readStored, writeStored } from './storage.ts'

/** Query names and their names in the stored object (docs/product/screens.md, fixed). */
const names = {
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'campaign',
  utm_content: 'content',
  referrer_id: 'referrerId',
  ad_name: 'adName',
  placement: 'placement',
} as const

const attributionKey = 'utm'
const contactKey = 'contact_id'
export const firstTouchKey = 'first-touch'

/**
 * Called on every navigation, before a guard can drop the query. Values missing from a later link are kept. The first
 * link of all stays beside them, with ad networks' click ids; it leaves the browser only with consent (first-touch.ts).
 * Returns who recommended, when this link is the first of all.
 */
export function captureAttribution(search: string): string | null {
  const query = new URLSearchParams(search)
  const found: Record<string, string> = {}
  for (const [parameter, name] of Object.entries(names)) {
    const value = query.get(parameter)
    if (value) found[name] = value
  }
  const contactId = query.get('contact_id')
  if (contactId) writeStored(contactKey, contactId)
  if (Object.keys(found).length > 0) {
    writeStored(attributionKey, JSON.stringify({ ...storedAttribution(), ...found }))
  }
  const touch = { ...found, contactId, gclid: query.get('gclid'), fbclid: query.get('fbclid') }
  if (!Object.values(touch).some(Boolean) || readStored(firstTouchKey) !== null) return null
  writeStored(firstTouchKey, JSON.stringify({ ...touch, touchedAt: new Date() }))
  return found.referrerId ?? null
}

function storedAttribution(): Record<string, string> {
  try {
    return JSON.parse(readStored(attributionKey) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
