import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openJournal } from './journal.ts'
import { agentIn, pair, readPairings, type Pairing } from './pairings.ts'
import { networkPrinters } from './printers/network.ts'
import { previewPrinters } from './printers/preview.ts'
import { systemPrinters } from './printers/system.ts'
import { usbPrinters } from './printers/usb.ts'
import { runStore } from './run-store.ts'
import { Refusal, serverClient } from './server-client.ts'

/** The print agent of a store; agent/README.md describes its installation. */
const software = 'balcao-agente 1'
const usage = `Agente de impressão do Balcão

  node agent/main.ts --server https://painel.exemplo.com.br --code sua-loja/ABCD-EFGH

--code     código de Configurações > Impressão; só na primeira vez, um por loja
--server   endereço do painel
--state    pasta dos dados do agente (padrão: ~/.balcao-agente)`

const log = (line: string): void => console.log(`${new Date().toLocaleTimeString('pt-BR')} ${line}`)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
// Started by `npm start`: stop when that process ends.
process.on('disconnect', () => stopping.abort())

const options = optionsOrExit()
const stateDir = options.state ?? join(homedir(), '.balcao-agente')
try {
  const pairings = await pairAll()
  if (pairings.length === 0) {
    console.error(usage)
    process.exit(1)
  }
  await serve(pairings)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function pairAll(): Promise<Pairing[]> {
  let pairings = readPairings(stateDir)
  for (const code of options.code ?? []) {
    const serverUrl = options.server
    if (!serverUrl) throw new Error('Diga o endereço do painel com --server.')
    try {
      pairings = await pair(stateDir, pairings, { serverUrl, code, software })
    } catch (error) {
      if (error instanceof Refusal) throw new Error(`${code}: ${error.message}`, { cause: error })
      throw new Error(`O painel em ${serverUrl} não respondeu. Confira o endereço e a internet.`, {
        cause: error,
      })
    }
  }
  return pairings
}

async function serve(pairings: readonly Pairing[]): Promise<void> {
  const drivers = {
    network: networkPrinters(),
    system: systemPrinters(),
    usb: usbPrinters(),
    preview: previewPrinters(stateDir),
  }
  const stores = pairings.map(async ({ serverUrl, token, storeName, agentName }) => {
    log(`${storeName}: conectado como "${agentName}".`)
    const journal = openJournal(join(stateDir, `${agentIn(token)}.jsonl`), Date.now())
    try {
      await runStore({
        storeName,
        call: serverClient(serverUrl, token, stopping.signal),
        journal,
        drivers,
        software,
        log,
        stopping: stopping.signal,
      })
    } finally {
      journal.close()
    }
  })
  process.send?.({ ready: true })
  await Promise.all(stores)
  // An open long poll would keep the process alive until it times out.
  process.exit(0)
}

function optionsOrExit() {
  try {
    const { values } = parseArgs({
      options: {
        server: { type: 'string' },
        code: { type: 'string', multiple: true },
        state: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    return values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : ''}\n\n${usage}`)
    process.exit(1)
  }
}
