import { importMenuFile, applyMenuImport, readMenuImport } from '../../contract/menu/import-menu.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'
import { openPanel, signIn, type Panel } from '../../e2e/panel.ts'

export interface KeystrokeCost {
  /** A letter typed over 2,000 items ÷ over 20, medians of one run. Goal: ≤ 2. */
  readonly ratio: number
  readonly of2000Ms: number
  readonly of20Ms: number
}

/** From a letter in the editor's search to the frame that shows its hits. */
export async function measureMenuKeystrokes(
  panel: Panel,
  { token, storeIds }: { readonly token: string; readonly storeIds: readonly [string, string] },
): Promise<KeystrokeCost> {
  const [small, large] = storeIds
  await importItems(panel.url, token, small, 20)
  await importItems(panel.url, token, large, 2_000)
  const [of20Ms, of2000Ms] = [await keystroke(panel, small), await keystroke(panel, large)]
  return { ratio: Math.round((of2000Ms / of20Ms) * 100) / 100, of2000Ms, of20Ms }
}

/** The menu is then these items alone. */
async function importItems(url: string, token: string, storeId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => `Categoria ${at % 20};Prato número ${at};12,00`)
  const content = Buffer.from(['Categoria;Item;Preço', ...rows].join('\r\n')).toString('base64')
  const send = sender(url, token, storeId)
  const { importId } = await send<{ importId: string }>(importMenuFile, {}, { name: 'bench.csv', content })
  for (let tries = 0; tries < 200; tries += 1) {
    const preview = await send<{ id: string; state: string; menu: string; changes: { key: string }[] }>(
      readMenuImport,
      { importId },
    )
    if (preview.state === 'failed') throw new Error('the menu of the bench could not be read')
    if (preview.state === 'ready') {
      const ticked = preview.changes.map(({ key }) => key)
      if (ticked.length > 0) await send(applyMenuImport, { importId }, { ticked, menu: preview.menu })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the menu of the bench was not read in time')
}

const sender =
  (url: string, token: string, storeId: string) =>
  async <T>(route: Route, params: Record<string, string>, body?: object): Promise<T> => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const reply = await fetch(`${url}/api${path}`, {
      method: route.method,
      headers: {
        [headers.userToken]: token,
        [headers.storeId]: storeId,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await reply.json()) as { data: T }
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer)}`)
    return answer.data
  }

async function keystroke(panel: Panel, storeId: string): Promise<number> {
  const page = await openPanel(panel, '/', { width: 1440, height: 900 })
  await signIn(page, 'dona@balcao.example')
  await page.goto(`/cardapio?ver=organizar&loja=${storeId}`)
  const field = page.getByRole('searchbox', { name: 'Buscar no cardápio' })
  await field.click()
  const times: number[] = []
  for (let round = 0; round < 30; round += 1) {
    const letter = 'prato numero 1'[round % 14] ?? 'p'
    if (round % 14 === 0) await field.fill('')
    // Both frames: the one in which React draws, and its end.
    await page.evaluate(() => {
      const input = document.activeElement
      ;(window as { letterShown?: Promise<number> }).letterShown = new Promise((resolve) => {
        input?.addEventListener(
          'input',
          () => {
            const begun = performance.now()
            requestAnimationFrame(() => {
              const end = new MessageChannel()
              end.port1.onmessage = () => resolve(performance.now() - begun)
              end.port2.postMessage(null)
            })
          },
          { once: true, capture: true },
        )
      })
    })
    await page.keyboard.type(letter)
    const took = await page.evaluate(() => (window as { letterShown?: Promise<number> }).letterShown)
    if (round >= 5 && took !== undefined) times.push(took)
  }
  await page.context().close()
  return Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) * 10) / 10
}
