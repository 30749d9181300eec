import { parseArgs } from 'node:util'
import {
  connect,
  installHere,
  tellLog,
  tellStatus,
  uninstallHere,
  updateNow,
  type Asked,
} from './commands.ts'
import { logTo } from './log-file.ts'
import { pairStores } from './pair-stores.ts'
import { readPairings } from './pairings.ts'
import { defaultStateDir } from './places.ts'
import { run } from './run.ts'
import { agentVersion } from './version.ts'
import { lookup } from '../contract/shared/lookup.ts'

/** The print agent of a store; agent/README.md describes its installation. */
const usage = `Agente de impressão do Balcão ${agentVersion}

  balcao-agente instalar LINK     instala neste computador e conecta a loja do link
  balcao-agente conectar LINK     conecta mais uma loja (o link ou o código do painel)
  balcao-agente situacao          diz se está rodando, com quais lojas, em que versão
  balcao-agente registro          mostra o que imprimiu e o que falhou (--linhas 200)
  balcao-agente atualizar         passa para a versão nova, se houver
  balcao-agente desinstalar       tira deste computador
  balcao-agente rodar             roda nesta janela, sem instalar

--sistema  com instalar, no Linux: para o computador inteiro, com sudo
--server   endereço do painel, quando vier só o código
--state    pasta dos dados do agente`

/** The English words are for those who know them from other programs. */
const commands: Readonly<Record<string, string>> = {
  install: 'instalar',
  uninstall: 'desinstalar',
  pair: 'conectar',
  status: 'situacao',
  situação: 'situacao',
  logs: 'registro',
  update: 'atualizar',
  run: 'rodar',
  help: 'ajuda',
}

/** By their pt-BR names; `rodar` is apart, because it does not end. */
const handlers = new Map<string, (asked: Asked, tell: typeof say) => Promise<void> | void>([
  ['instalar', installHere],
  ['desinstalar', uninstallHere],
  ['conectar', connect],
  ['situacao', tellStatus],
  ['registro', tellLog],
  ['atualizar', updateNow],
])

const say = (line: string): void => console.log(line)

// A log that cannot be written never ends the printing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function main(): Promise<number> {
  const { values, positionals } = options()
  if (values.version) {
    say(agentVersion)
    return 0
  }
  const [word = 'rodar', ...words] = positionals
  const command = lookup(commands, word) ?? word
  if (values.help || command === 'ajuda') {
    say(usage)
    return 0
  }
  const stateDir = values.state ?? defaultStateDir()
  const asked: Asked = {
    stateDir,
    words: [...words, ...(values.code ?? [])],
    server: values.server,
    system: values.sistema ?? false,
    lines: Number(values.linhas ?? 100),
  }
  if (command === 'rodar') return runHere(asked, values.registro ?? false)
  const handle = handlers.get(command)
  if (!handle) throw new Error(`Não conheço "${word}".\n\n${usage}`)
  await handle(asked, say)
  return 0
}

/** `waits`: started by the system, so it also keeps a log and waits for its first store. */
async function runHere({ stateDir, words, server }: Asked, waits: boolean): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  // Started by `npm start` or by the launcher: stop when that process ends.
  process.on('disconnect', () => stopping.abort())
  const tell = (line: string): void => console.log(`${new Date().toLocaleTimeString('pt-BR')} ${line}`)
  await pairStores(stateDir, words, server, { log: tell, stopping: stopping.signal })
  if (stopping.signal.aborted) return 0
  if (!waits && readPairings(stateDir).length === 0) {
    console.error(usage)
    return 1
  }
  const keep = waits ? logTo(stateDir) : null
  const log = (line: string): void => {
    tell(line)
    keep?.(line)
  }
  return run({ stateDir, log, stopping: stopping.signal, waits })
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        server: { type: 'string' },
        code: { type: 'string', multiple: true },
        state: { type: 'string' },
        sistema: { type: 'boolean' },
        registro: { type: 'boolean' },
        linhas: { type: 'string' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : ''}\n\n${usage}`, { cause: error })
  }
}
