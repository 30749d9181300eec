/** Width and height of a window of the identity provider, in CSS pixels (docs/product/README.md, fixed). */
const size = { width: 500, height: 600 } as const

/** Opens an address of the panel in a small window; false: the browser blocked it. */
export function openPopup(path: string, name: string): boolean {
  const opened = window.open(path, name, `popup,width=${size.width},height=${size.height}`)
  opened?.focus()
  return opened !== null
}

/** Whether this page is the window that was opened under the name. */
export const isPopup = (name: string): boolean => window.opener !== null && window.name === name

export const closePopup = (): void => window.close()
