import { pairingTarget } from './pairing-link.ts'
import { pair, readPairings, type Pairing } from './pairings.ts'
import { Refusal } from './server-client.ts'
import { software } from './version.ts'

/** Connects this computer to the store of each code; a running agent notices. */
export async function pairStores(
  stateDir: string,
  texts: readonly string[],
  givenUrl: string | undefined,
): Promise<Pairing[]> {
  let pairings = readPairings(stateDir)
  for (const text of texts) {
    const target = pairingTarget(text)
    const serverUrl = target.serverUrl ?? givenUrl ?? pairings.at(-1)?.serverUrl
    if (!serverUrl) throw new Error('Diga o endereço do painel com --server, ou use o link do código.')
    try {
      pairings = await pair(stateDir, pairings, { serverUrl, code: target.code, software })
    } catch (error) {
      if (error instanceof Refusal) throw new Error(`${target.code}: ${error.message}`, { cause: error })
      throw new Error(`O painel em ${serverUrl} não respondeu. Confira o endereço e a internet.`, {
        cause: error,
      })
    }
  }
  return pairings
}
