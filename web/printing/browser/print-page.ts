import type { BrowserTicket } from '../../../contract/printing/browser-printing.ts'
import { pageRule, paperPage } from './paper-page.ts'
import styles from './print-page.module.css'

let ticketOfNow: HTMLElement | null = null
const pageSize = new CSSStyleSheet()

/**
 * Gives a ticket to the browser's printing: a page of the paper's width, without the panel. The browser
 * says nothing of what follows: neither whether the person printed nor whether there was paper.
 */
export async function printPage(ticket: BrowserTicket): Promise<void> {
  const page = paperPage(ticket)
  const sheet = document.createElement('div')
  sheet.className = styles.sheet ?? ''
  sheet.style.padding = `4mm ${String(page.sideMm)}mm`
  const picture = document.createElement('img')
  // As an image: nothing in it can run scripts or load resources.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(ticket.svg)}`
  picture.alt = ticket.title
  sheet.append(picture)
  ticketOfNow?.remove()
  ticketOfNow = sheet
  document.body.append(sheet)
  pageSize.replaceSync(pageRule(page))
  if (!document.adoptedStyleSheets.includes(pageSize)) document.adoptedStyleSheets.push(pageSize)
  await picture.decode()
  window.addEventListener('afterprint', () => sheet.remove(), { once: true })
  window.print()
}
