import { setTimeout as wait } from 'node:timers/promises'
import { pairingTarget } from './pairing-link.ts'
import { pair, readPairings, type Pairing } from './pairings.ts'
import { Refusal } from './server-client.ts'
import { software } from './version.ts'

export interface Waiting {
  readonly log: (line: string) => void
  readonly stopping: AbortSignal
}

const maxPauseMs = 15_000

/**
 * Connects this computer to the store of each code; a running agent notices. With `waiting` a panel that does not
 * answer is waited for, as the one who runs the agent may have started it first; without, it is an error.
 */
export async function pairStores(
  stateDir: string,
  texts: readonly string[],
  givenUrl: string | undefined,
  waiting?: Waiting,
): Promise<Pairing[]> {
  let pairings = readPairings(stateDir)
  for (const text of texts) {
    const target = pairingTarget(text)
    const serverUrl = target.serverUrl ?? givenUrl ?? pairings.at(-1)?.serverUrl
    if (!serverUrl) throw new Error('Diga o endereço do painel com --server, ou use o link do código.')
    const known = pairings
    const tryOnce = () => pair(stateDir, known, { serverUrl, code: target.code, software })
    try {
      pairings = await (waiting ? onceItAnswers(tryOnce, serverUrl, waiting) : tryOnce())
    } catch (error) {
      if (waiting?.stopping.aborted) return pairings
      if (error instanceof Refusal) throw new Error(`${target.code}: ${error.message}`, { cause: error })
      throw new Error(`O painel em ${serverUrl} não respondeu. Confira o endereço e a internet.`, {
        cause: error,
      })
    }
  }
  return pairings
}

async function onceItAnswers<T>(
  work: () => Promise<T>,
  serverUrl: string,
  { log, stopping }: Waiting,
): Promise<T> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted || isAnswer(error)) throw error
      if (pauseMs === 250) log(`O painel em ${serverUrl} ainda não respondeu. Tentando de novo…`)
    }
    await wait(pauseMs, undefined, { signal: stopping })
  }
}

/** A panel that is busy or restarting refuses as well, and not the code. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && error.status !== 429
