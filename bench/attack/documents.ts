import { importMenuFile, readMenuImport } from '../../contract/menu/import-menu.ts'
import { call } from './calls.ts'
import { addTenants, type Tenant } from './victims.ts'

const MB = 1024 * 1024
const sheet = (text: string) => Buffer.from(`Item;Preço\n${text}`).toString('base64')

/** Spreadsheets that were built to take all memory or time; server/hostile-documents.test.ts has more of each door. */
const documents: Readonly<Record<string, () => string>> = {
  'line breaks': () => sheet('\n'.repeat(1.9 * MB)),
  separators: () => sheet(';'.repeat(1.9 * MB)),
  quotes: () => sheet('"'.repeat(1.9 * MB)),
  'an open quote': () => sheet(`"${'a\n'.repeat(0.9 * MB)}`),
  'short rows': () => sheet('a;1\n'.repeat(0.4 * MB)),
  noise: () => Buffer.alloc(1.9 * MB, 0x93).toString('base64'),
}

/** Sent by twelve accounts at a time; a neighbour's small file must be read, and the server must be the same process. */
export async function sendDocuments(url: string, ownerUrl: string, serverPid: () => number | undefined) {
  const strangers = await addTenants(ownerUrl, 12)
  const [neighbour] = await addTenants(ownerUrl, 1)
  if (!neighbour) throw new Error('no tenants')
  const before = serverPid()
  const shortfalls: string[] = []
  let sent = 0
  for (const [what, content] of Object.entries(documents)) {
    const body = { name: 'cardapio.csv', content: content() }
    const replies = await Promise.all(strangers.map((one) => sendFile(url, one, body)))
    sent += replies.filter(({ status }) => status === 200).length
    const own = await sendFile(url, neighbour, { name: 'meu.csv', content: sheet('Suco;1,00\n') })
    const { importId } = (JSON.parse(own.text) as { data: { importId: string } }).data
    const state = await settled(url, neighbour, importId)
    if (state !== 'ready') shortfalls.push(`${what}: the neighbour's file is ${state}`)
    if (serverPid() !== before) shortfalls.push(`${what}: the server ended`)
  }
  return { counts: { sent }, shortfalls }
}

const sendFile = (url: string, { token, storeId }: Tenant, body: object) =>
  call(url, importMenuFile, { input: { body }, key: 'one' }, { token, storeId })

/** Looks for up to a minute. */
async function settled(url: string, { token, storeId }: Tenant, importId: string): Promise<string> {
  for (let looks = 0; looks < 120; looks += 1) {
    const reply = await call(url, readMenuImport, { input: { params: { importId } } }, { token, storeId })
    const { state } = (JSON.parse(reply.text) as { data: { state: string } }).data
    if (state !== 'reading') return state
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return 'still reading'
}
