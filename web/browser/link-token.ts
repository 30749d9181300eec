/** The secret behind `#` in a link of a mail. Taken out of the address, so that it stays in no history. */
export function linkTokenInAddress(): string | null {
  const token = /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}
