/** RFC 8785, written from its text: the gateway's own is not shared. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return '[' + value.map((one) => canonical(one)).join(',') + ']'
  const names = Object.keys(value).sort()
  return (
    '{' +
    names
      .map((name) => JSON.stringify(name) + ':' + canonical((value as Record<string, unknown>)[name]))
      .join(',') +
    '}'
  )
}
