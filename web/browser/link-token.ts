/** The secret after `#` in a mailed link. Removed from the address so that it stays out of the history. */
export function linkTokenInAddress(): string | null {
  const token = /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}
