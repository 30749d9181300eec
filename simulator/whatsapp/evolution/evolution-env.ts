/** The environment of the Evolution API simulator. It plays a gateway that the store's owner hosts. */
export interface EvolutionEnv {
  readonly port: number
  /** The gateway's global key. */
  readonly apiKey: string
  /** How long one QR holds (ms). */
  readonly qrMs: number
  /** After this many codes the instance gives up. */
  readonly qrLimit: number
  /** How long creating and connecting block, as the gateway does (ms). */
  readonly connectMs: number
  /** Between a sent message and its acknowledgements (ms). */
  readonly statusDelayMs: number
}

export function evolutionEnv(source: Readonly<Record<string, string | undefined>>): EvolutionEnv {
  return {
    port: Number(source.EVOLUTION_SIMULATOR_PORT ?? 0),
    apiKey: source.EVOLUTION_SIMULATOR_API_KEY ?? 'simulated-key',
    qrMs: Number(source.EVOLUTION_SIMULATOR_QR_MS ?? 20_000),
    qrLimit: Number(source.EVOLUTION_SIMULATOR_QR_LIMIT ?? 30),
    connectMs: Number(source.EVOLUTION_SIMULATOR_CONNECT_MS ?? 2_000),
    statusDelayMs: Number(source.EVOLUTION_SIMULATOR_STATUS_DELAY_MS ?? 120),
  }
}
