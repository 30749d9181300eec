import { useEffect, useState } from 'react'

/** The secret after `#` in a mailed link, also one that is pasted into the tab that shows another. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(linkTokenInAddress)
  useEffect(() => {
    const readAgain = (): void => setToken((last) => linkTokenInAddress() ?? last)
    window.addEventListener('hashchange', readAgain)
    return () => window.removeEventListener('hashchange', readAgain)
  }, [])
  return token
}

/** Removed from the address so that it stays out of the history. */
function linkTokenInAddress(): string | null {
  const token = /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}
