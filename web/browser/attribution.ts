import { readStored, writeStored } from './storage.ts'

/** Query names and their names in the stored object (docs/product.md section 2, fixed). */
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

/**
 * Called on every navigation, before a guard can drop the query. Values missing from a later link are kept.
 */
export function captureAttribution(search: string): void {
  const query = new URLSearchParams(search)
  const found: Record<string, string> = {}
  for (const [parameter, name] of Object.entries(names)) {
    const value = query.get(parameter)
    if (value) found[name] = value
  }
  if (Object.keys(found).length > 0) {
    writeStored(attributionKey, JSON.stringify({ ...storedAttribution(), ...found }))
  }
  const contact = query.get('contact_id')
  if (contact) writeStored(contactKey, contact)
}

function storedAttribution(): Record<string, string> {
  try {
    return JSON.parse(readStored(attributionKey) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
