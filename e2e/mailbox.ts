import type { Page } from 'playwright-core'
import type { Panel } from './panel.ts'

/** What the pattern finds in the newest mail to the address that has it, from the development mailbox. */
export async function mailedTo(
  { url }: Pick<Panel, 'url'>,
  address: string,
  pattern: RegExp,
): Promise<string> {
  const reply = await fetch(`${url}/api/mailbox`)
  const { data } = (await reply.json()) as { data: { messages: { recipient: string; text: string }[] } }
  for (const { recipient, text } of data.messages) {
    const found = recipient === address ? pattern.exec(text) : null
    if (found) return found[1] ?? found[0]
  }
  throw new Error(`no mail to ${address} has ${String(pattern)}`)
}

/** Path and fragment of the newest link that was mailed to the address. */
export async function linkMailedTo(panel: Pick<Panel, 'url'>, address: string): Promise<string> {
  const { pathname, hash } = new URL(await mailedTo(panel, address, /https?:\/\/\S+#[\w-]{43}/))
  return pathname + hash
}

/** Another fragment alone would not load the page again. */
export async function follow({ url }: Pick<Panel, 'url'>, page: Page, link: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url + link)
}
