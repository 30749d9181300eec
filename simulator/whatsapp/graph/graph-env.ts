/** The Graph simulator's environment. It plays another company, so it shares nothing with the server. */
export interface GraphEnv {
  readonly port: number
  readonly appId: string
  /** Signs every webhook. */
  readonly appSecret: string
  readonly verifyToken: string
  readonly accessToken: string
  readonly webhookUrl: string | null
  /** Between a message that was taken and its `sent`, and between `sent` and `delivered` (ms). */
  readonly statusDelayMs: number
}

export function graphEnv(source: Readonly<Record<string, string | undefined>>): GraphEnv {
  return {
    port: Number(source.GRAPH_SIMULATOR_PORT ?? 0),
    appId: source.GRAPH_SIMULATOR_APP_ID ?? 'simulated-app',
    appSecret: source.GRAPH_SIMULATOR_APP_SECRET ?? 'simulated-secret',
    verifyToken: source.GRAPH_SIMULATOR_VERIFY_TOKEN ?? 'simulated-verify',
    accessToken: source.GRAPH_SIMULATOR_ACCESS_TOKEN ?? 'simulated-token',
    webhookUrl: source.GRAPH_SIMULATOR_WEBHOOK_URL ?? null,
    statusDelayMs: Number(source.GRAPH_SIMULATOR_STATUS_DELAY_MS ?? 120),
  }
}
