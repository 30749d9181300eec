const keyOf = (cause: string): string => `reloaded-for-${cause}`

/** Whether this tab was reloaded for the cause before. */
export const wasReloadedFor = (cause: string): boolean => sessionStorage.getItem(keyOf(cause)) !== null

export function reloadFor(cause: string): void {
  sessionStorage.setItem(keyOf(cause), '1')
  location.reload()
}
